/** Loads a release as the host does: its entry by the reference's integrity, its module through the federation runtime. */
import { init } from '@module-federation/enhanced/runtime';
import type { ReleaseReference } from '@tessera/shared/federation';
import { providedModules } from './sharedModules';

const entryTimeMs = 4000;
const integrities = new Map<string, string>();

interface ScriptAddresses {
  createScriptURL(address: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses };
const addresses = trustedTypes.createPolicy('tessera-host', { createScriptURL: (address) => address });

const runtime = init({
  name: 'tessera_bench',
  remotes: [],
  shared: providedModules,
  shareStrategy: 'loaded-first',
  plugins: [
    {
      name: 'tessera-verified-scripts',
      createScript({ url }) {
        const integrity = integrities.get(url);
        if (integrity === undefined) throw new TypeError(`not the entry of a played release: ${url}`);
        const script = document.createElement('script');
        script.async = true;
        script.crossOrigin = 'anonymous';
        script.integrity = integrity;
        script.src = addresses.createScriptURL(url);
        return { script, timeout: entryTimeMs };
      },
    },
  ],
});

export function loadModule({ entry, integrity, global: name }: ReleaseReference): Promise<unknown> {
  const address = new URL(entry, document.baseURI).href;
  integrities.set(address, integrity);
  runtime.registerRemotes([{ name, entry: address, type: 'global', entryGlobalName: name }]);
  return runtime.loadRemote(`${name}/app`);
}
