/**
 * The door to the federation runtime. Each release is registered under a name of its own (its window global), so that the
 * release on screen stays whole while another one loads: nothing of it is unregistered. A release that is loaded again gets
 * another name, too. The runtime's own way (`force`) unregisters the container that was there before, and with it every
 * shared module that this container was the first to ask for: the host's own forms, from then on missing for every remote.
 *
 * The runtime makes no script itself: `createScript` answers a script with integrity and time limit for exactly the
 * addresses that a verified pointer (or preview ticket) named, and throws for any other.
 */
import { getInstance, loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { invariant } from '@tessera/shared/errors';
import type { ReleaseReference } from '@tessera/shared/federation';
import { isProtectedAddress } from './isProtectedAddress';
import { scriptAddressPolicy } from './scriptAddressPolicy';

const entryTimeMs = 4000;

export interface FederationRuntime {
  /** Loads and evaluates the release's entry and its exposed module. Rejects on any failure. */
  load(release: ReleaseReference): Promise<unknown>;
}

export function createFederationRuntime(): FederationRuntime {
  invariant(getInstance() !== null, 'the host must be built with the federation plugin');
  const integrities = new Map<string, string>();
  const attempts = new Map<string, number>();
  const absolute = (address: string): string => new URL(address, document.baseURI).href;
  const policy = scriptAddressPolicy((url) => integrities.has(url) && isProtectedAddress(url, window.location.origin));

  registerPlugins([
    {
      name: 'tessera-verified-scripts',
      createScript({ url }) {
        const address = absolute(url);
        const integrity = integrities.get(address);
        invariant(integrity !== undefined, `only what a trusted key signed is loaded, not ${address}`);
        const script = document.createElement('script');
        script.async = true;
        script.crossOrigin = 'anonymous';
        script.integrity = integrity;
        script.src = policy.createScriptURL(address);
        return { script, timeout: entryTimeMs };
      },
    },
  ]);

  return {
    load(release) {
      const { global, integrity } = release;
      const entry = absolute(release.entry);
      integrities.set(entry, integrity);
      const attempt = (attempts.get(global) ?? 0) + 1;
      attempts.set(global, attempt);
      forgetContainer(global);
      const name = attempt === 1 ? global : `${global}#${attempt}`;
      registerRemotes([{ name, entry, type: release.type, entryGlobalName: global }]);
      return loadRemote(`${name}/app`);
    },
  };
}

/** The runtime takes a container that is there for the one it was asked for; its entry has to run again. */
function forgetContainer(global: string): void {
  if (!Reflect.deleteProperty(window, global)) Reflect.set(window, global, undefined);
}
