// The policy of an embed (Content-Security-Policy), set by script: an embed may be sandboxed, and WebKit takes 'self'
// in a policy element for the document's origin, which a sandboxed frame does not have. There the host is named
// instead.

export function enforce(policy: string): void {
  const { origin, protocol } = window.location;
  const isSandboxed = window.origin === "null" && protocol.startsWith("http");
  const element = document.createElement("meta");
  element.httpEquiv = "Content-Security-Policy";
  element.content = isSandboxed ? policy.replaceAll("'self'", origin) : policy;
  document.head.append(element);
}
