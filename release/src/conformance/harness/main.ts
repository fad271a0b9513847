/** The harness page: a host without a shell, whose every step is driven from outside. */
import './watchTimers';
import { liveObservers, mediaQueries } from './watchKept';
import './overhear';
import '@tessera/shared/ui/tokens.css';
import '@tessera/shared/ui/base.css';
import { createRoot } from 'react-dom/client';
import type { RemoteModule } from '@tessera/shared/federation';
import type { HarnessDoor, PlayedRelease } from './HarnessDoor';
import { addFault, takeFaults, textOf } from './faults';
import { loadModule } from './loadModule';
import { Mount } from './Mount';
import { traces, tracesAtRest } from './traces';

const stage = document.createElement('main');
stage.id = 'stage';
document.body.append(stage);
document.documentElement.dataset['theme'] = 'light';
// React listens on the document from its first root on, once per page.
createRoot(document.createElement('div')).unmount();

const modules = new Map<string, RemoteModule>();

function mount(release: PlayedRelease, page: string): Mount {
  const module = modules.get(release.reference.global);
  if (module === undefined) throw new TypeError(`${release.reference.version} is not loaded`);
  return new Mount(release, module, stage, page);
}

const first = (release: PlayedRelease): string => release.pages[0] ?? '/';

async function load(release: PlayedRelease): Promise<void> {
  let exposed: unknown;
  try {
    exposed = await loadModule(release.reference);
  } catch (error) {
    return addFault('loads', textOf(error));
  }
  const { contract, mount } = (exposed ?? {}) as Partial<Record<keyof RemoteModule, unknown>>;
  if (typeof contract !== 'string' || typeof mount !== 'function') {
    const found = typeof exposed === 'object' && exposed !== null ? Object.keys(exposed).join(', ') : String(exposed);
    return addFault('exposes-module', `./app exposes { ${found} } instead of contract and mount`);
  }
  modules.set(release.reference.global, exposed as RemoteModule);
  const wanted = release.reference.contract;
  if (contract !== wanted) addFault('contract', `the module says ${contract}, build.json says ${wanted}`);
}

async function visit(release: PlayedRelease, page: string): Promise<void> {
  const mounted = mount(release, page);
  await mounted.shown(page);
  mounted.unmount();
}

async function lead(release: PlayedRelease): Promise<void> {
  const mounted = mount(release, first(release));
  const { context, root } = mounted;
  const seen = new Set<string>();
  for (const page of [...release.pages, first(release)]) {
    mounted.update(page);
    await mounted.shown(page);
    seen.add(root.innerHTML);
  }
  if (release.pages.length > 1 && seen.size === 1) addFault('updates', 'shows the same at all of its pages');
  mounted.askRelease();
  context.movePrices();
  context.setTheme('dark');
  context.setLanguage('de');
  mounted.update(first(release));
  await mounted.shown(first(release));
  context.setTheme('light');
  mounted.unmount();
}

async function repeat(release: PlayedRelease, times: number): Promise<void> {
  const pageOf = (time: number): string => release.pages[time % release.pages.length] ?? '/';
  for (let time = 0; time < times; time += 1) {
    const mounted = mount(release, pageOf(time));
    if (time % 2 === 0) {
      await mounted.shown(pageOf(time));
      mounted.context.movePrices();
    }
    mounted.update(pageOf(time + 1));
    mounted.unmount();
  }
}

async function playTogether(one: PlayedRelease, other: PlayedRelease): Promise<void> {
  await load(other);
  if (!modules.has(other.reference.global)) return;
  const leaving = mount(one, first(one));
  const staying = mount(other, first(other));
  await Promise.all([leaving.shown(first(one)), staying.shown(first(other))]);
  leaving.unmount();
  staying.update(other.pages[1] ?? first(other));
  await staying.shown(first(other));
  staying.unmount();
}

const door: HarnessDoor = {
  traces,
  tracesAtRest,
  load,
  visit,
  lead,
  repeat,
  playTogether,
  liveObservers,
  mediaQueries,
  takeFaults,
};
Object.assign(window, { harness: door });
