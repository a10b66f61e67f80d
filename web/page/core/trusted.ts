// Trusted Types: where a host's header requires them (require-trusted-types-for 'script'), the addresses of scripts
// that are loaded by script go through a policy. It accepts only addresses registered here.

interface Policy {
  createScriptURL(address: string): unknown;
}
interface Types {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): Policy;
}

const ours = new Set<string>();
let policy: Policy | null = null;

/**
 * The address of one of our scripts as script.src, register and Worker take it.
 * @throws TypeError where the host's list of policies (trusted-types) does not have this one
 */
export function scriptAddress(script: URL): string {
  const { trustedTypes } = window as { trustedTypes?: Types };
  if (!trustedTypes) return script.href;
  ours.add(script.href);
  policy ??= trustedTypes.createPolicy("attention-explorer", {
    createScriptURL(address) {
      if (!ours.has(address)) throw new TypeError(`${address} is not a script of this page.`);
      return address;
    },
  });
  return policy.createScriptURL(script.href) as string;
}
