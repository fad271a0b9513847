/** The real federation runtime and containers that share as webpack's do; only the scripts are played by the test. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createInstance, init } from '@module-federation/enhanced/runtime';
import { createFederationRuntime, type FederationRuntime } from './FederationRuntime';
import { aRelease } from './testing/remotesOnTheBench';

const forms = '@tessera/shared/forms';
const sharing = { singleton: true, strictVersion: true, requiredVersion: '^1.1.0' } as const;
const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');

/** What an entry of webpack leaves on the window. Its module tells which forms it was given. */
function container(name: string) {
  const instance = createInstance({ name, remotes: [], shareStrategy: 'loaded-first' });
  return {
    init: (scope: Parameters<typeof instance.initShareScopeMap>[1]) => instance.initShareScopeMap('default', scope),
    get: () =>
      Promise.resolve(() => ({
        forms: async () => {
          const factory = await instance.loadShare(forms, {
            customShareInfo: { shareConfig: sharing, scope: ['default'], strategy: 'loaded-first' },
          });
          return factory === false ? undefined : factory?.();
        },
      })),
  };
}

const run: string[] = [];
/** A script that is put into the page sets its container, as the entry at its address would. */
const scripts = new MutationObserver((records) => {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof HTMLScriptElement)) continue;
    const release = [one, two].find(({ entry }) => node.src.endsWith(encodeURI(entry)));
    if (release === undefined) continue;
    run.push(release.version);
    Reflect.set(window, release.global, container(release.global));
    node.dispatchEvent(new Event('load'));
  }
});

let runtime: FederationRuntime;
const formsOf = (module: unknown) => (module as { forms(): Promise<unknown> }).forms();

init({
  name: 'tessera_host',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    [forms]: { version: '1.1.0', scope: 'default', shareConfig: sharing, get: () => Promise.resolve(() => 'the host’s forms') },
  },
});

beforeEach(() => {
  run.length = 0;
  scripts.observe(document.documentElement, { childList: true, subtree: true });
  runtime = createFederationRuntime();
});
afterEach(() => scripts.disconnect());

test('a release that was the first to use a shared module is loaded anew: the release before still gets that module', async () => {
  expect(await formsOf(await runtime.load(two))).toBe('the host’s forms');
  const again = await runtime.load(two);
  expect(run).toEqual([two.version, two.version]);
  expect(await formsOf(await runtime.load(one))).toBe('the host’s forms');
  expect(await formsOf(again)).toBe('the host’s forms');
});
