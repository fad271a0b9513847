import { expect, jest, test } from '@jest/globals';
import { registerServiceWorker } from './registerServiceWorker';

const keep = jest.fn();

function pageWith({ controller, registration }: { readonly controller: object | null; readonly registration?: object }) {
  const container = {
    controller,
    getRegistration: async () => registration,
    register: jest.fn(async () => undefined),
    ready: Promise.resolve({ active: { postMessage: keep } }),
  };
  const page = {
    navigator: { serviceWorker: container },
    location: new URL('https://exchange.example/h5/'),
    performance: { getEntriesByType: () => [] },
  } as unknown as Window;
  return { page, container };
}

test('the first visit registers the worker and hands it what was loaded', async () => {
  const { page, container } = pageWith({ controller: null });
  await registerServiceWorker(page);
  expect(container.register).toHaveBeenCalledTimes(1);
  expect(keep).toHaveBeenCalledTimes(1);
});

test('each later visit asks for the newest worker itself: the browser waits until the page is quiet, which it may never be', async () => {
  const update = jest.fn(async () => undefined);
  const { page, container } = pageWith({ controller: {}, registration: { update } });
  await registerServiceWorker(page);
  expect(update).toHaveBeenCalledTimes(1);
  expect(container.register).not.toHaveBeenCalled();
});

test('a page whose worker is being taken off registers none', async () => {
  const { page, container } = pageWith({ controller: {} });
  await registerServiceWorker(page);
  expect(container.register).not.toHaveBeenCalled();
});
