// Matrices as people paste them from Python, Matlab and LaTeX, written as JSON.

const number = String.raw`[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan|NaN|[-+]?inf|[-+]?Inf`;
const isRows = new RegExp(String.raw`^(?:[\s,;]|${number})+$`);
const spelled = (cell: string) => {
  const text = cell.replace("−", "-").replace(/^\+/, "");
  if (/^nan$/i.test(text)) return "NaN";
  if (/^-?inf$/i.test(text)) return text.replace(/inf/i, "Infinity");
  return text.replace(/^(-?)\./, "$10.").replace(/\.(?=$|[eE])/, "");
};

// Rows between semicolons or line ends, numbers between commas or spaces.
function fromRows(text: string): string | null {
  const rows = text
    .split(/[;\n]/)
    .map((row) => row.split(/[\s,]+/).filter(Boolean))
    .filter((row) => row.length > 0);
  return rows.length > 0 ? `[${rows.map((row) => `[${row.map(spelled).join(",")}]`).join(",")}]` : null;
}

/**
 * array([[1., 2.]]), tensor([[1., 2.]], dtype=…), [[1. 2.] [3. 4.]] as NumPy prints it, [1 2; 3 4] of Matlab, and LaTeX's
 * \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}. null if the text is none of these.
 */
export function asJson(pasted: string): string | null {
  const text = pasted.trim();
  const latex = /^(?:\$+\s*)?\\begin\{\w*matrix\*?\}([\s\S]*)\\end\{\w*matrix\*?\}(?:\s*\$+)?$/.exec(
    text,
  )?.[1];
  if (latex !== undefined) {
    const rows = latex.replace(/\\\\/g, ";").replace(/&/g, ",");
    return isRows.test(rows) ? fromRows(rows.replace(/\n/g, " ")) : null;
  }
  const called =
    /^(?:\w+\.)*(?:array|asarray|tensor|Tensor|matrix)\s*\(([\s\S]*)\)\s*;?$/.exec(text)?.[1] ?? text;
  // What follows the numbers: dtype=float32, device='cuda:0', grad_fn=<SoftmaxBackward0>.
  const list = called.replace(/\](?:\s*,\s*\w+\s*=\s*(?:<[^>]*>|'[^']*'|[\w.]+))+\s*,?\s*$/, "]").trim();
  if (!list.startsWith("[") || !list.endsWith("]")) return null;
  const inner = list.slice(1, -1);
  if (!inner.includes("[")) return isRows.test(inner) && /[\s;]/.test(inner.trim()) ? fromRows(inner) : null;
  const tokens = list.match(new RegExp(String.raw`[[\]]|${number}|\.\.\.`, "g")) ?? [];
  const rest = list.replace(new RegExp(String.raw`[[\],\s]|${number}`, "g"), "");
  if (rest !== "") return null;
  let json = "";
  for (const token of tokens) {
    if (token !== "]" && json !== "" && !json.endsWith("[")) json += ",";
    json += token === "[" || token === "]" ? token : spelled(token);
  }
  return json;
}
