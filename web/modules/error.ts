// The one error that the headless modules throw. Compare `name` rather than the class: each module brings its own copy.
export class AttentionError extends Error {
  override readonly name = "AttentionError";

  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

export function fail(code: string, path: string, message: string, cause?: unknown): never {
  throw new AttentionError(code, path, message, cause);
}

/** The message of an exception. Callers' code may throw anything. */
export const reason = (error: unknown) =>
  error instanceof Error ? error.message : `it threw ${typeof error === "string" ? error : typeof error}`;

/** For errors without a check of their own: only AttentionErrors leave the modules. */
export function unexpected(name: string, error: unknown): AttentionError {
  if (error instanceof AttentionError) return error;
  const message = `${name} failed in a way that it should not: ${reason(error)}. Please report it, with the stack of its cause.`;
  return new AttentionError("internal", name, message, error);
}
