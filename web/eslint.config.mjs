// Rules for the page's scripts and the tools that build it.
import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "element/*.d.ts"] },
  js.configs.recommended,
  { rules: { "max-lines-per-function": ["error", 60] } },
  {
    files: ["element/**/*.ts", "page/**/*.ts", "site/**/*.ts", "modules/**/*.ts"],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./modules/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["offline/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        "self caches fetch URL Request Response Headers navigator VERSION FILES ASKED PAGES"
          .split(" ")
          .map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        Response: "readonly",
      },
    },
  },
);
