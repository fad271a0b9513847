import { beforeEach, expect, it, jest } from '@jest/globals';
import { watchMissingFiles, type MissingFilesDeps } from './missingFiles';

const folder = 'https://app.test/h5/';
let page: HTMLElement;
let memory: Map<string, string>;
let reload: ReturnType<typeof jest.fn>;

function watch(change: Partial<MissingFilesDeps> = {}) {
  return watchMissingFiles({
    page,
    folder,
    build: '1.0.0+aaaaaaaa',
    statusOf: () => Promise.resolve(404),
    memory: { read: (key) => memory.get(key) ?? null, write: (key, value) => void memory.set(key, value) },
    mayReload: () => true,
    reload: () => void reload(),
    ...change,
  });
}

async function miss(address: string): Promise<void> {
  const script = document.createElement('script');
  page.append(script);
  // Named only after it was put in, so that the test's own browser fetches nothing.
  Object.defineProperty(script, 'src', { value: address });
  script.dispatchEvent(new Event('error'));
  await new Promise((next) => setTimeout(next, 0));
}

beforeEach(() => {
  page = document.createElement('main');
  memory = new Map();
  reload = jest.fn();
});

it('a file of the host is gone: the page is loaded anew, once for its build', async () => {
  const first = watch();
  await miss(`${folder}118.0a1b2c3d.js`);
  expect([reload.mock.calls.length, first.value]).toEqual([1, false]);
});

it('it is still gone after that: the person is asked, and nothing loads anew', async () => {
  memory.set('tessera.reloadedFor', '1.0.0+aaaaaaaa');
  const second = watch();
  await miss(`${folder}118.0a1b2c3d.js`);
  expect([reload.mock.calls.length, second.value]).toEqual([0, true]);
});

it('a remote objects: the person is asked', async () => {
  const isOutdated = watch({ mayReload: () => false });
  await miss(`${folder}118.0a1b2c3d.js`);
  expect([reload.mock.calls.length, isOutdated.value]).toEqual([0, true]);
});

it('the browser remembers nothing: the person is asked, for a loop could not be noticed', async () => {
  const isOutdated = watch({
    memory: {
      read: () => {
        throw new Error('refused');
      },
      write: () => undefined,
    },
  });
  await miss(`${folder}118.0a1b2c3d.js`);
  expect([reload.mock.calls.length, isOutdated.value]).toEqual([0, true]);
});

it.each<[string, Partial<MissingFilesDeps>, string]>([
  ['no network', { statusOf: () => Promise.reject(new Error('offline')) }, `${folder}118.0a1b2c3d.js`],
  ['the server is out of order', { statusOf: () => Promise.resolve(503) }, `${folder}118.0a1b2c3d.js`],
  ['it is a remote that misses a file', {}, 'https://app.test/r/market/1.0.0+00000001/app.js'],
])('%s: the page stays as it is', async (_, change, address) => {
  const isOutdated = watch(change);
  await miss(address);
  expect([reload.mock.calls.length, isOutdated.value]).toEqual([0, false]);
});
