// The TypeScript compiler's check of JSON: whether each value, written as a literal, has its type of
// web/page/core/model.ts.
import { fileURLToPath } from "node:url";
import ts from "../../web/node_modules/typescript/lib/typescript.js";

const model = fileURLToPath(new URL("../../web/page/core/model.ts", import.meta.url));
const file = fileURLToPath(new URL("../../web/page/core/model-of-json.ts", import.meta.url)); // in memory only

/** @param values [type, value]; undefined keys are left out @returns the errors, one sentence each */
export function typeErrors(values) {
  const names = [...new Set(values.flatMap(([type]) => type.match(/[A-Z]\w+/g)))];
  const text = [
    `import type { ${names.join(", ")} } from "./model";`,
    ...values.map(([type, value], i) => `export const value${i}: ${type} = ${JSON.stringify(value)};`),
  ].join("\n");
  const options = {
    strict: true,
    noEmit: true,
    types: [],
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile(name, version);
  const program = ts.createProgram([file, model], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
