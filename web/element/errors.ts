// The element's errors, and the check of what scripts pass to its methods.
export class AttentionExplorerError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "AttentionExplorerError";
  }
}

// Scripts may pass any value.
export function textOf(what: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new AttentionExplorerError("type", `The ${what} must be a text; it is of the type ${typeof given}.`);
}
