// The tutorial's letters in a formula, as src/lesson/read/letters.cpp puts them there, so that the typesetter knows what a
// reader may choose. tests/lessons/letters.json holds both to the same results.

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const hasRole = (tex) => tex.startsWith("\\");
// “\scores{S”: the braces of a role may hold more than the letter.
const opened = (tex) => (hasRole(tex) && tex.endsWith("}") ? tex.slice(0, -1) : tex);

// letters: those of a lesson file, the page's to the tutorial's.
export function withLetters(letters = {}) {
  const pairs = new Map();
  for (const [page, tutorial] of Object.entries(letters))
    if (page && typeof tutorial === "string" && tutorial) pairs.set(opened(page), opened(tutorial));
  if (pairs.size === 0) return (tex) => tex;
  // The longest first; a letter at its end or beginning is no part of a word.
  const patterns = [...pairs.keys()]
    .sort((a, b) => b.length - a.length)
    .map((from) => {
      const before = /^[A-Za-z]/.test(from) ? "(?<![A-Za-z\\\\])" : "";
      const after = /[A-Za-z]$/.test(from) ? "(?![A-Za-z])" : "";
      return before + escaped(from) + after;
    });
  const pattern = new RegExp(patterns.join("|"), "g");
  return (tex) =>
    tex.replace(pattern, (from, place) => {
      const into = pairs.get(from) ?? from;
      // An index of several signs needs braces.
      const index = /[_^]$/.test(tex.slice(0, place)) && [...into].length > 1 && !hasRole(into);
      return index ? `{${into}}` : into;
    });
}
