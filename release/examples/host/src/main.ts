/** Shows one remote of a Tessera on a page of our own: which release is live, its container, then `mount`. */
// First of all style sheets: it sets the order of the layers.
import '@tessera/shared/ui/tokens.css';
import '@tessera/shared/ui/base.css';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import {
  contractVersion,
  releasePointer,
  satisfiesContract,
  type ReleaseReference,
  type RemoteModule,
} from '@tessera/shared/federation';
import { createContext } from './createContext';

/** Where the releases lie: this page's own origin, which passes `/r/`, `/pointer/`, `/api/` and `/socket/` on to Tessera. */
const tessera = window.location.origin;
const [remote, page] = ['market', '/pages/market/index'];

/** What remotes share is provided only if this build asks for it somewhere; what is not eager is fetched when a page needs it. */
export const provided = [
  () => import('react'),
  () => import('react/jsx-runtime'),
  () => import('react-dom'),
  () => import('react-dom/client'),
  () => import('@tessera/shared/kernel'),
  () => import('@tessera/shared/forms'),
  () => import('@tessera/shared/charts'),
];

async function start(): Promise<void> {
  const release = await liveRelease();
  const module = await load(release);
  if (!satisfiesContract(contractVersion, module.contract))
    throw new Error(`${remote} needs contract ${module.contract}, this host speaks ${contractVersion}`);
  const element = document.body.appendChild(document.createElement('main'));
  const { context, place } = createContext({ remote, version: release.version, page });
  const handle = module.mount(element, context());
  place.subscribe(() => handle.update(context()));
}

async function liveRelease(): Promise<ReleaseReference> {
  const answer = await fetch(new URL('/pointer/prod.json', tessera));
  const live = releasePointer.parse(await answer.json()).remotes[remote];
  if (live === undefined) throw new Error(`no release of ${remote} is live`);
  return live.stable;
}

/** By the manifest beside the entry; the entry runs only with the integrity that the pointer gives. */
async function load({ entry, integrity, global }: ReleaseReference): Promise<RemoteModule> {
  const address = new URL(entry, tessera).href;
  registerPlugins([
    {
      name: 'verified-entry',
      createScript({ url }) {
        const script = document.createElement('script');
        script.crossOrigin = 'anonymous';
        script.src = url;
        if (url === address) script.integrity = integrity;
        return script;
      },
    },
  ]);
  registerRemotes([{ name: global, entry: new URL('mf-manifest.json', address).href }]);
  const module = await loadRemote<RemoteModule>(`${global}/app`);
  if (module === null) throw new Error(`${address} exposes no ./app`);
  return module;
}

start().catch((error: unknown) => {
  document.body.textContent = String(error);
});
