// licences.txt: the licence texts of everything that the site contains, or that left code in it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const bsd = (holder) => `BSD 3-Clause License

Copyright (c) ${holder}
All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
disclaimer in the documentation and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

// Name, what it does here, and its licence: a text, or the file in an npm package.
const parts = [
  ["Attention Explorer", "this program", "../LICENSE"],
  [
    "Dear ImGui (with stb_truetype, stb_rect_pack, stb_textedit)",
    "the interface",
    mit("2014-2025 Omar Cornut"),
  ],
  ["xtensor", "tensors", bsd("2016-2025 Johan Mabille, Sylvain Corlay and Wolf Vollprecht; QuantStack")],
  ["xtl", "tensors", bsd("2017-2025 Johan Mabille and Sylvain Corlay; QuantStack")],
  [
    "RapidJSON",
    "reading JSON",
    mit("2015 THL A29 Limited, a Tencent company, and Milo Yip. All rights reserved."),
  ],
  [
    "Emscripten (with musl, compiler-rt, libc++, emmalloc)",
    "compiler and its libraries",
    mit(
      "2010-2026 the Emscripten authors; musl: 2005-2020 Rich Felker, et al.; LLVM parts under Apache License v2.0 with LLVM Exceptions",
    ),
  ],
  ["fflate", "packing links", "node_modules/fflate/LICENSE"],
  ["bidi-js", "the order of lines with letters from right to left", "node_modules/bidi-js/LICENSE.txt"],
  [
    "@mlc-ai/web-tokenizers (Hugging Face's tokenizers, compiled to WebAssembly; the MLC contributors; Apache 2.0)",
    "tokens of models",
    "node_modules/typescript/LICENSE.txt", // the package ships no text of its own
  ],
  [
    "MathJax (with its TeX font)",
    "typesetting lessons that the site does not hold",
    "node_modules/@mathjax/src/LICENSE",
  ],
  [
    "CodeMirror (with Lezer, style-mod, crelt, w3c-keyname, find-cluster-break)",
    "the editor of “Write a lesson”",
    "node_modules/@codemirror/view/LICENSE",
  ],
  [
    "vscode-json-languageservice (with jsonc-parser, vscode-languageserver-types and -textdocument, vscode-uri, @vscode/l10n)",
    "completions and checks in that editor",
    "node_modules/vscode-json-languageservice/LICENSE.md",
  ],
  [
    "Inter",
    "type of the interface (cut to Latin, tabular figures frozen in)",
    "node_modules/inter-ui/LICENSE.txt",
  ],
  ["JetBrains Mono", "type of code (cut to Latin)", "node_modules/@fontsource/jetbrains-mono/LICENSE"],
  [
    "KaTeX",
    "type of the formulae: its fonts (SIL Open Font License 1.1, as printed above for Inter; Copyright (c) 2009-2010, Design Science, Inc. (<www.mathjax.org>), Copyright (c) 2014-2018 Khan Academy (<www.khanacademy.org>), with Reserved Font Name KaTeX)",
    "node_modules/katex/LICENSE",
  ],
];

export function licences(web) {
  const rule = "=".repeat(100);
  const texts = parts.map(([name, purpose, licence]) => {
    const file = join(web, licence.slice(0, 200));
    const isFile = !licence.includes("\n");
    if (isFile && !existsSync(file)) throw new Error(`the licence of ${name} is missing: ${licence}`);
    return `${rule}\n${name}: ${purpose}\n${rule}\n\n${isFile ? readFileSync(file, "utf8").trim() : licence}\n`;
  });
  return `What this site contains, and under which licences.\nThe formulae of its lessons were typeset with MathJax; the page fetches it only for other lessons.\n\n${texts.join("\n")}`;
}
