// The one error that the headless modules throw. Compare `name` rather than the class: each module brings its own copy.
export class AttentionError extends Error {
  override readonly name = "AttentionError";

  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}
