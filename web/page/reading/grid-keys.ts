// Arrow keys, Home and End inside a table that is one tab stop. In an input, left and right move the caret first.

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function stop(cell: Element | undefined): HTMLElement | null {
  if (!(cell instanceof HTMLElement)) return null;
  return cell.matches("[data-cell]") ? cell : cell.querySelector<HTMLElement>("[data-cell]");
}

// Whether the caret can still move in that direction.
function caretMoves(input: HTMLInputElement, key: string): boolean {
  const { selectionStart: start, selectionEnd: end, value } = input;
  if (start === 0 && end === value.length) return false; // all of it is selected: nothing is being typed
  if (key === "ArrowLeft") return start !== 0 || end !== 0;
  if (key === "ArrowRight") return start !== value.length;
  return key === "Home" || key === "End";
}

// True if the table handled the key.
export function moveInGrid(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || !target.dataset.cell) return false;
  const row = target.closest("tr");
  const cell = target.closest("td");
  if (!row || !cell || !(steps[key] || key === "Home" || key === "End")) return false;
  if (target instanceof HTMLInputElement && caretMoves(target, key)) return false;
  const cells = [...row.querySelectorAll("td")];
  const rows = [...(row.parentElement?.querySelectorAll("tr") ?? [])];
  let column = cells.indexOf(cell);
  let at = rows.indexOf(row);
  if (key === "Home") column = 0;
  else if (key === "End") column = cells.length - 1;
  else {
    const [down, right] = steps[key] ?? [0, 0];
    at += down;
    column += right;
  }
  const next = stop(rows[at]?.querySelectorAll("td")[column]);
  event.preventDefault();
  next?.focus();
  return true;
}
