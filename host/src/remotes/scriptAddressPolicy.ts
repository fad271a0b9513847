/** A Trusted Types policy where the browser has them: the only way from a text to a script address in the host's own code. */
export interface ScriptAddressPolicy {
  /** A TrustedScriptURL where there is such a thing; typed as the text that `script.src` takes. */
  createScriptURL(address: string): string;
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: ScriptAddressPolicy): ScriptAddressPolicy;
}

export function scriptAddressPolicy(isAllowed: (address: string) => boolean): ScriptAddressPolicy {
  const rules: ScriptAddressPolicy = {
    createScriptURL(address) {
      if (!isAllowed(address)) throw new TypeError(`not an address of a verified release: ${address}`);
      return address;
    },
  };
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  return factory === undefined ? rules : factory.createPolicy('tessera-host', rules);
}
