import { afterEach, expect, it } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { act, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tessera/shared/kernel';
import type { ReactNode } from 'react';
import { AppError } from '../../domain/errors';
import { LoadablePanel } from '../../design/ui/state/LoadablePanel';
import { aWalletList, fakeContext, type FakeContext } from '../../testkit';
import { renderWithTexts } from '../../testkit/renderWithTexts';
import { RemoteContextProvider } from './RemoteContextProvider';
import { useEndpoint, useEndpointAction } from './useEndpoint';

const network = (state: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(state)));
afterEach(() => network('online'));

const show = (context: FakeContext, client: QueryClient, part: ReactNode) =>
  renderWithTexts(
    <RemoteContextProvider context={context}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </RemoteContextProvider>,
  );

function Panel() {
  const wallet = useEndpoint('walletList', {});
  return (
    <LoadablePanel loadable={wallet.loadable} onRetry={wallet.refetch}>
      {({ coin }) => <p>{coin.length} coins</p>}
    </LoadablePanel>
  );
}

it('opened without a network: says so with a way to try again, and loads by itself once the network is back', async () => {
  const context = fakeContext();
  context.api.respond('walletList', aWalletList({ coin: [] }));
  const client = new QueryClient();
  // The remote is there, and has seen the network go.
  client.mount();
  network('offline');
  await show(context, client, <Panel />);
  expect(screen.getByRole('alert')).toHaveTextContent('No connection');
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByRole('alert')).toBeInTheDocument();
  expect(context.api.calls).toEqual([]);
  network('online');
  expect(await screen.findByText('0 coins')).toBeInTheDocument();
  expect(context.api.calls).toHaveLength(1);
  client.unmount();
});

function Press() {
  const sending = useEndpointAction('demoRefill');
  return (
    <button type="button" onClick={() => void sending.run({})}>
      {sending.isBusy ? 'sending' : (sending.error?.code ?? 'send')}
    </button>
  );
}

it('an act without a network fails at once, and is not sent by itself later', async () => {
  const context = fakeContext();
  context.api.respond('demoRefill', new AppError('NETWORK_UNREACHABLE', { isRetryable: true }));
  const client = new QueryClient();
  client.mount();
  network('offline');
  await show(context, client, <Press />);
  act(() => screen.getByRole('button').click());
  expect(await screen.findByText('NETWORK_UNREACHABLE')).toBeInTheDocument();
  network('online');
  expect(context.api.calls).toHaveLength(1);
  client.unmount();
});
