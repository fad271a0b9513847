import { act, render, screen, waitFor } from '@testing-library/react';
import type { LimitsView, ShownLimit } from '@tessera/shared/contract';
import { createI18n } from '@tessera/shared/i18n';
import { I18nextProvider, QueryClient, QueryClientProvider } from '@tessera/shared/kernel';
import { RemoteContextProvider } from '@tessera/shared/react';
import { aSecondsOrder, fakeContext, signedInDemo, testStartMs, visitor } from '@tessera/shared/testing';
import { trade } from '@tessera/locales/load/trade';
import { LimitLine } from './LimitLine';

const none = { most: null, used: '0', left: null, coming: null };
const viewOf = (limits: readonly Partial<ShownLimit>[]): LimitsView => ({
  asset: 'USDT',
  dayEndsAtMs: testStartMs + 43_200_000,
  limits: (['deposit', 'stake', 'loss', 'time'] as const).map((kind) => ({
    kind,
    ...none,
    ...limits.find((one) => one.kind === kind),
  })),
  break: null,
});

async function show(view: LimitsView, session = { ...signedInDemo, mode: 'real' as const }) {
  const context = fakeContext({ remote: 'trade', session });
  context.api.respond('limits', view);
  const texts = createI18n({ language: 'en', namespaces: { trade } });
  await texts.ready;
  const { container } = render(
    <I18nextProvider i18n={texts.i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RemoteContextProvider context={context}>
          <LimitLine />
        </RemoteContextProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  await act(async () => undefined);
  return { ...context, container };
}

it('what the server says is left, of each limit that is set and bounds an order', async () => {
  await show(
    viewOf([
      { kind: 'deposit', most: '1000', left: '1000' },
      { kind: 'stake', most: '12500', used: '3800.5', left: '8699.5' },
      { kind: 'time', most: '180', used: '120', left: '60' },
    ]),
  );
  expect(await screen.findByText('Stake limit: 8,699.50 of 12,500.00 USDT left today')).toBeVisible();
  expect(screen.getByText('Time limit: 1 hr of 3 hr left today')).toBeVisible();
  expect(screen.queryByText(/Loss|Deposit/)).toBeNull();
});

it('an order that is accepted: asked again, and the rest is the new one', async () => {
  const { api, privateEvents$ } = await show(viewOf([{ kind: 'loss', most: '50', left: '50' }]));
  expect(await screen.findByText('Loss limit: 50.00 of 50.00 USDT left today')).toBeVisible();
  api.respond('limits', viewOf([{ kind: 'loss', most: '50', left: '19.5' }]));
  act(() =>
    privateEvents$.next({
      type: 'order.updated',
      seq: 1,
      mode: 'real',
      atMs: testStartMs,
      order: aSecondsOrder({ mode: 'real' }),
    }),
  );
  expect(await screen.findByText('Loss limit: 19.50 of 50.00 USDT left today')).toBeVisible();
});

it('nothing left is said in words', async () => {
  await show(
    viewOf([
      { kind: 'loss', most: '50', used: '50', left: '0' },
      { kind: 'time', most: '90', used: '90', left: '0' },
    ]),
  );
  expect(await screen.findByText('Loss limit: none of 50.00 USDT left today')).toBeVisible();
  expect(screen.getByText('Time limit: none of 1 hr 30 min left today')).toBeVisible();
});

it('no limit: nothing', async () => {
  const { api, container } = await show(viewOf([]));
  await waitFor(() => expect(api.callsOf('limits')).toHaveLength(1));
  expect(container).toBeEmptyDOMElement();
});

it.each([
  ['the demo account', signedInDemo],
  ['a visitor', visitor],
])('%s: nothing, and nothing is asked', async (_, session) => {
  const { api, container } = await show(viewOf([{ kind: 'stake', most: '30', left: '30' }]), session as never);
  expect(api.callsOf('limits')).toHaveLength(0);
  expect(container).toBeEmptyDOMElement();
});
