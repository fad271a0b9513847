import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { pictures } from '@tessera/locales/load/pictures';
import { useNavigate, useQueryClient, useTranslation } from '@tessera/shared/kernel';
import { AppError } from '../../domain/errors';
import { at, fakeContext } from '../../testkit';
import { createRemote } from './createRemote';
import { useEndpoint, useEndpointAction } from './useEndpoint';
import { useReleaseGuard } from './useReleaseGuard';

function Home() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate('/pages/kline/index?symbol=BTC-USDT')}>
      chart
    </button>
  );
}

function Broken(): never {
  throw new Error('a panel that cannot render');
}

function Ticket() {
  useReleaseGuard('an order is open');
  return <p>ticket</p>;
}

function Time() {
  const { loadable } = useEndpoint('serverTime', {});
  const queries = useQueryClient().getQueryCache();
  return (
    <p>
      {loadable.state === 'ready' ? `server ${loadable.data.serverMs}` : loadable.state} in {queries.getAll().length}
    </p>
  );
}

function Messages() {
  const { run, isBusy, error } = useEndpointAction('markMessagesRead');
  return (
    <button type="button" onClick={() => void run({ id: '1' })}>
      {isBusy ? 'busy' : (error?.code ?? 'read')}
    </button>
  );
}

function Documents() {
  return <p>{useTranslation('pictures').t('camera')}</p>;
}

/** Fails a page's chunk; one for each time that it was asked for. */
const asked: ((error: Error) => void)[] = [];

const mount = createRemote({
  namespaces: {},
  pageTexts: { '/pages/user/seniorAuth': { pictures } },
  routes: {
    home: '/pages/index/index',
    pages: {
      '/pages/index/index': async () => Home,
      '/pages/trade/index': async () => Ticket,
      '/pages/help/index': async () => Broken,
      '/pages/contract/index': async () => Time,
      '/pages/user/messages': async () => Messages,
      '/pages/user/seniorAuth': async () => Documents,
      '/pages/search/index': () => new Promise((_, reject) => asked.push(reject)),
    },
  },
});

async function show(path: string) {
  const element = document.createElement('div');
  document.body.append(element);
  const context = fakeContext({ remote: 'market', path });
  const handle = await act(async () => mount(element, context));
  return { element, context, handle };
}

afterEach(() => document.body.replaceChildren());

test('it shows the place that the host gives, and asks the host to move', async () => {
  const { element, context, handle } = await show('/pages/index/index');
  expect(element).toHaveAttribute('data-remote', 'market');
  act(() => screen.getByRole('button', { name: 'chart' }).click());
  expect(context.navigation.last).toMatchObject({ path: '/pages/kline/index', query: { symbol: 'BTC-USDT' } });
  await act(async () => handle.update(at(context, '/pages/trade/index')));
  expect(screen.getByText('ticket')).toBeInTheDocument();
});

test('a page’s own texts come with it, and follow the language', async () => {
  const { context, handle } = await show('/pages/index/index');
  await act(async () => handle.update(at(context, '/pages/user/seniorAuth')));
  expect(await screen.findByText('Take a photo')).toBeInTheDocument();
  act(() => context.preferences.setLanguage('de'));
  expect(await screen.findByText('Foto aufnehmen')).toBeInTheDocument();
});

test('an open ticket holds its version, and lets go when it is left', async () => {
  const { context, handle } = await show('/pages/trade/index');
  expect(handle.canRelease()).toEqual({ reason: 'an order is open' });
  await act(async () => handle.update(at(context, '/pages/index/index')));
  expect(handle.canRelease()).toBe(true);
});

test('a crash is reported and stays in the remote; the next place works', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { context, handle } = await show('/pages/help/index');
  expect(screen.getByRole('alert')).toHaveTextContent('REMOTE_UNAVAILABLE');
  expect(context.reported).toContainEqual(new Error('a panel that cannot render'));
  await act(async () => handle.update(at(context, '/pages/index/index')));
  expect(screen.getByRole('button', { name: 'chart' })).toBeInTheDocument();
  silence.mockRestore();
});

test('a new session generation forgets what was fetched for the one before', async () => {
  let serverMs = 1111;
  const element = document.createElement('div');
  document.body.append(element);
  const context = fakeContext({ path: '/pages/contract/index' });
  context.api.respond('serverTime', () => ({ serverMs }));
  await act(async () => void mount(element, context));
  await waitFor(() => expect(screen.getByText('server 1111 in 1')).toBeInTheDocument());
  serverMs = 2222;
  await act(async () => void (await context.session.switchMode('demo')));
  await waitFor(() => expect(screen.getByText('server 2222 in 1')).toBeInTheDocument());
});

test('what the exchange writes is asked for again in another language, and stays until it comes', async () => {
  const element = document.createElement('div');
  document.body.append(element);
  const context = fakeContext({ path: '/pages/contract/index' });
  let answer: (serverMs: number) => void = () => undefined;
  context.api.respond('serverTime', () => new Promise((come) => (answer = (serverMs) => come({ serverMs }))));
  await act(async () => void mount(element, context));
  await act(async () => answer(1111));
  await waitFor(() => expect(screen.getByText('server 1111 in 1')).toBeInTheDocument());
  act(() => context.preferences.setLanguage('de'));
  expect(screen.getByText('server 1111 in 1')).toBeInTheDocument();
  await act(async () => answer(2222));
  await waitFor(() => expect(screen.getByText('server 2222 in 1')).toBeInTheDocument());
});

describe('without a network', () => {
  const unreachable = new AppError('NETWORK_UNREACHABLE', { isRetryable: true });

  // The library hears the network go, and not that it is back: so it is where that happens while no remote is mounted.
  beforeEach(async () => {
    await show('/pages/index/index');
    act(() => void window.dispatchEvent(new Event('offline')));
  });
  afterEach(() => act(() => void window.dispatchEvent(new Event('online'))));

  async function openOffline(path: string) {
    const context = fakeContext({ path });
    context.quotes.connection.next('offline');
    context.api.respond('serverTime', unreachable);
    context.api.respond('markMessagesRead', unreachable);
    await act(async () => void mount(document.body.appendChild(document.createElement('div')), context));
    return context;
  }

  test('a page that is opened says at once that it has nothing, and loads by itself with the network', async () => {
    const context = await openOffline('/pages/contract/index');
    expect(await screen.findByText('failed in 1')).toBeInTheDocument();
    expect(context.api.calls).toHaveLength(1);
    context.api.respond('serverTime', { serverMs: 1111 });
    await act(async () => context.quotes.connection.next('reconnecting'));
    expect(await screen.findByText('server 1111 in 1')).toBeInTheDocument();
  });

  test('the network is there before the exchange is: what failed is asked for again with the exchange', async () => {
    const context = await openOffline('/pages/contract/index');
    expect(await screen.findByText('failed in 1')).toBeInTheDocument();
    jest.useFakeTimers();
    try {
      await act(async () => context.quotes.connection.next('reconnecting'));
      // Tried three times within three seconds.
      await act(async () => jest.advanceTimersByTimeAsync(4000));
      expect(context.api.calls).toHaveLength(4);
      context.api.respond('serverTime', { serverMs: 1111 });
      await act(async () => context.quotes.connection.next('live'));
      await act(async () => jest.advanceTimersByTimeAsync(0));
      expect(screen.getByText('server 1111 in 1')).toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });

  test('an act fails at once, and is not sent by itself later', async () => {
    const context = await openOffline('/pages/user/messages');
    act(() => screen.getByRole('button', { name: 'read' }).click());
    expect(await screen.findByRole('button', { name: 'NETWORK_UNREACHABLE' })).toBeInTheDocument();
    await act(async () => context.quotes.connection.next('live'));
    expect(context.api.callsOf('markMessagesRead')).toHaveLength(1);
  });
});

test('the page before stays until the next one is here; a page that was here is shown at once', async () => {
  const { context, handle } = await show('/pages/index/index');
  act(() => handle.update(at(context, '/pages/trade/index')));
  expect(screen.getByRole('button', { name: 'chart' })).toBeInTheDocument();
  expect(await screen.findByText('ticket')).toBeInTheDocument();
  act(() => handle.update(at(context, '/pages/index/index')));
  expect(screen.getByRole('button', { name: 'chart' })).toBeInTheDocument();
});

test('a page that takes long gets a skeleton; its chunk not coming is reported once, and asked for again when the person asks', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { context, handle } = await show('/pages/index/index');
  act(() => handle.update(at(context, '/pages/search/index')));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'chart' })).not.toBeInTheDocument());
  expect(asked).toHaveLength(1);
  await act(async () => asked[0]?.(new Error('ChunkLoadError')));
  expect(await screen.findByRole('alert')).toHaveTextContent('REMOTE_UNAVAILABLE');
  expect(context.reported).toEqual([new Error('ChunkLoadError')]);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await waitFor(() => expect(asked).toHaveLength(2));
  silence.mockRestore();
});

test('unmounted, nothing is left', async () => {
  const { element, context, handle } = await show('/pages/index/index');
  act(() => handle.unmount());
  expect(element).toBeEmptyDOMElement();
  expect(element).not.toHaveAttribute('data-remote');
  act(() => handle.update(at(context, '/pages/trade/index')));
  expect(element).toBeEmptyDOMElement();
});

test('unmounted while an answer is on its way, no timer is left', async () => {
  jest.useFakeTimers();
  try {
    const element = document.createElement('div');
    const context = fakeContext({ path: '/pages/contract/index' });
    context.api.respond('serverTime', () => new Promise(() => undefined));
    const handle = await act(async () => mount(element, context));
    expect(element).toHaveTextContent('loading in 1');
    await act(async () => handle.unmount());
    jest.advanceTimersByTime(1000);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
