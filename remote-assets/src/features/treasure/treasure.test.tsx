import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointResponse, TreasureOrder, TreasureProduct } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { formatFor } from '@tessera/shared/i18n';
import {
  aCoinBalance,
  aUserInfo,
  aWalletList,
  fakeContext,
  signedInDemo,
  testStartMs,
  visitor,
  type FakeContext,
} from '@tessera/shared/testing';
import { mountedPage } from '../../testing/mountedPage';

// The chart's chunk: its first load takes longer than a test waits for a part to appear.
beforeAll(() => import('@tessera/shared/charts'));

const mounted = mountedPage();
afterEach(() => {
  mounted.close();
  sessionStorage.clear();
});

const dayMs = 86_400_000;
const tomorrowMs = (Math.floor(testStartMs / dayMs) + 1) * dayMs;
const shownAt = (atMs: number) => formatFor('en').dateTime(atMs);
const month: Pick<
  TreasureProduct,
  'asset' | 'rate' | 'rateKind' | 'days' | 'dayCount' | 'dailyRate' | 'annualRate' | 'redemption'
> = {
  ...{ asset: 'USDT', rate: '0.03', days: 30, dayCount: 365, dailyRate: '0.001', annualRate: '0.365' },
  rateKind: 'term',
  redemption: { penalty: 'days_of_interest', value: '1.5', isCapped: true, isPartly: true },
};
const aProduct = (more: Partial<TreasureProduct> = {}): TreasureProduct => ({
  id: 'month',
  ...month,
  ...{ min: '100', singleLimit: '5000', max: '6000', scale: 2, capacity: '100000', taken: '25000', held: '4000' },
  needsReview: false,
  catalogVersion: 7,
  ...more,
});
const anOrder = (more: Partial<TreasureOrder> = {}): TreasureOrder => ({
  ...{ id: 'order-1', clientOrderId: null, orderNumber: 'T42', productId: 'month', ...month },
  ...{ amount: '1000', principal: '1000', perDay: '1', expectedIncome: '30', earned: '2', penalty: '0', profit: '2' },
  boughtAtMs: testStartMs - 3 * dayMs,
  startsAtMs: tomorrowMs - 3 * dayMs,
  endsAtMs: tomorrowMs + 27 * dayMs,
  nextPayAtMs: tomorrowMs,
  status: 'in_custody',
  end: null,
  reason: null,
  locked: '0',
  steps: [{ step: 'bought', atMs: testStartMs - 3 * dayMs, amount: '1000' }],
  ...more,
});
const summary = { asset: 'USDT', inCustody: '1000', earned: '2.5', earnedToday: '1', expected: '30', pendingReview: '0' };
const page = <Item,>(items: Item[]) => ({ items, page: 1, pageSize: 20, total: items.length });
type Redemption = EndpointResponse<'treasureRedemption'>;

async function open(
  place: 'index' | 'detail' | 'order',
  search: string,
  prepare: (context: FakeContext) => void = () => undefined,
  session: typeof signedInDemo = signedInDemo,
) {
  const context = fakeContext({ remote: 'assets', path: `/pages/InterestTreasure/${place}`, search, session });
  const { api } = context;
  api.respond('walletList', aWalletList({ coin: [aCoinBalance({ asset: 'USDT', available: '4000.5' })] }));
  api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  api.respond('userInfo', { ...aUserInfo(), hasPaymentPassword: true });
  api.respond('treasureProducts', { products: [aProduct()] });
  api.respond('treasureSummary', summary);
  api.respond('treasureOrders', ({ status, id, clientOrderId }) =>
    page(
      [anOrder()].filter(
        (one) => (status ?? one.status) === one.status && (id ?? one.id) === one.id && clientOrderId === undefined,
      ),
    ),
  );
  api.respond('treasureRecords', page([]));
  prepare(context);
  return mounted.open(context);
}

describe('the list', () => {
  it('says what a rate means, what ending early costs, what is left, and what the person has in it', async () => {
    const year = aProduct({
      ...{ id: 'year', rate: '0.12', rateKind: 'annual', days: 365, redemption: null, capacity: null, needsReview: true },
      ...{ dailyRate: '0.000328767123287671', annualRate: '0.12' },
    });
    const share = aProduct({
      ...{ id: 'share', days: 90, taken: '100000' },
      redemption: { penalty: 'percent_principal', value: '0.2', isCapped: false, isPartly: false },
    });
    const context = await open('index', '', ({ api }) =>
      api.respond('treasureProducts', { products: [aProduct(), year, share] }),
    );
    const card = within(await screen.findByRole('article', { name: '30 days' }));
    expect(card.getByText('3% for the whole term')).toBeVisible();
    expect(card.getByText('= 0.1% a day or 36.5% a year, simple interest')).toBeVisible();
    expect(card.getByText('100 to 5,000 dUSDT')).toBeVisible();
    expect(card.getByText('75,000 dUSDT still available')).toBeVisible();
    expect(card.getByText(/costs 1\.5 × one day’s interest.*never costs more.*redeem a part/u)).toBeVisible();
    const long = within(screen.getByRole('article', { name: '365 days' }));
    expect(long.getByText('12% a year')).toBeVisible();
    expect(long.getByText('= 0.0329% a day, simple interest')).toBeVisible();
    expect(long.getByText('Needs review')).toBeVisible();
    expect(long.getByText(/cannot be redeemed before/u)).toBeVisible();
    const full = within(screen.getByRole('article', { name: '90 days' }));
    expect(full.getByText('Fully subscribed')).toBeVisible();
    expect(full.getByText(/costs 20% of what you redeem\. This can be more/u)).toBeVisible();
    const own = within(screen.getByRole('region', { name: 'Your Interest Treasure' }));
    expect(own.getByText('2.50')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: /Calculate and deposit/u }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/detail', query: { id: 'month' } });
  });

  it('nothing on offer; a call that fails and one that works again; a visitor', async () => {
    const context = await open('index', '', ({ api }) => {
      api.respond('treasureProducts', { products: [] });
      api.respond('treasureSummary', new AppError('REQUEST_EXCEPTION', { params: { trace: 'x' } }));
    });
    expect(await screen.findByText('Nothing is on offer at the moment')).toBeVisible();
    context.api.respond('treasureSummary', summary);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,000.00')).toBeVisible();
    mounted.close();
    await open('index', '', undefined, visitor as unknown as typeof signedInDemo);
    expect(await screen.findByText('Log in to earn interest or borrow')).toBeVisible();
  });

  it('the other two kinds of products are a choice away', async () => {
    const context = await open('index', '');
    await userEvent.click(await screen.findByRole('radio', { name: 'Loans' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/index', query: { product: 'loans' } });
  });

  it('sentences follow each other as the language writes them', async () => {
    await open('index', '', (context) => context.preferences.setLanguage('zh'));
    const rule = '提前赎回会扣除所赎金额 1.5 天的利息。扣除额不会超过您已获得的收益。可以只赎回一部分，其余继续计息。';
    expect(await screen.findByText(rule)).toBeVisible();
  });

  it('what was read of it fails alike: said once', async () => {
    await open('index', '', ({ api }) => {
      api.respond('treasureProducts', new AppError('NETWORK_TIMEOUT'));
      api.respond('treasureSummary', new AppError('NETWORK_TIMEOUT'));
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

const valueOf = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByText(name, { selector: 'dt' }).nextElementSibling;
const typeAmount = async (text: string) => {
  const field = await screen.findByLabelText('Amount');
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
async function buy() {
  await typeAmount('1000');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const review = await screen.findByRole('dialog', { name: 'Check the deposit' });
  await userEvent.click(within(review).getByRole('button', { name: /^(Deposit|Submit for review)$/u }));
}

describe('the purchase', () => {
  it('calculates as the server does, and says what keeps it from being bought', async () => {
    const context = await open('detail', '?id=month', ({ api }) =>
      api.respond('treasureProducts', { products: [aProduct(), aProduct({ id: 'other', min: '7' })] }),
    );
    await typeAmount('1000');
    expect(valueOf('Interest per day')).toHaveTextContent('1 dUSDT');
    expect(valueOf('Interest in all')).toHaveTextContent('30 dUSDT');
    expect(valueOf('Ends')).toHaveTextContent(shownAt(tomorrowMs + 30 * dayMs));
    for (const atMs of [tomorrowMs, tomorrowMs + dayMs, tomorrowMs + 30 * dayMs])
      expect(screen.getAllByText(shownAt(atMs))[0]).toBeVisible();
    expect(await screen.findByRole('img', { name: 'Interest over the term, in dUSDT' })).toBeInTheDocument();
    // From nothing on, a point for each day.
    const curve = document.querySelector('path.highcharts-graph')?.getAttribute('d') ?? '';
    expect(curve.match(/[ML]/gu)).toHaveLength(31);
    const submit = screen.getByRole('button', { name: 'Tick the agreement first' });
    expect(submit).toBeDisabled();
    // What one does stands before what one may read, so that a phone shows it without scrolling.
    const schedule = screen.getByRole('heading', { name: 'What happens when' });
    expect(submit.compareDocumentPosition(schedule) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    // Interest has the decimals of the asset, an amount those of the product.
    await typeAmount('1000.01');
    expect(valueOf('Interest per day')).toHaveTextContent('1.00001 dUSDT');
    for (const [typed, problem] of [
      ['99', 'At least 100 dUSDT'],
      ['5001', 'At most 5,000 dUSDT at a time'],
      // 6,000 in all, 4,000 of it held.
      ['2000.1', 'You may add at most 2,000 dUSDT'],
    ] as const) {
      await typeAmount(typed);
      expect(screen.getByRole('button', { name: problem })).toBeDisabled();
    }
    await userEvent.click(screen.getByRole('radio', { name: '75%' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('1500');
    expect(context.api.callsOf('treasureDeposit')).toEqual([]);
  });

  it('once: agreed to, proven, sent with the terms that were shown; its outcome leads to the order', async () => {
    const context = await open('detail', '?id=month');
    context.api.respond('treasureDeposit', ({ stepUpPassword }) =>
      stepUpPassword === undefined ? new AppError('AUTH_STEP_UP_REQUIRED') : anOrder({ earned: '0' }),
    );
    await buy();
    const proof = await screen.findByLabelText('Payment password');
    await userEvent.type(proof, '654321');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    const done = within(await screen.findByRole('dialog', { name: 'Deposit successful' }));
    expect(done.getByText('T42')).toBeVisible();
    const [first, second] = context.api.callsOf('treasureDeposit');
    expect(second?.request).toMatchObject({ productId: 'month', amount: '1000', catalogVersion: 7, stepUpPassword: '654321' });
    expect(second?.request.clientOrderId).toBe(first?.request.clientOrderId);
    expect(second?.options.idempotencyKey).toBe(second?.request.clientOrderId);
    await userEvent.click(done.getByRole('button', { name: 'Show the order' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/InterestTreasure/order', query: { id: 'order-1' } });
  });

  it('under review; refused with its sentence, and what was typed stays; unknown until it is found', async () => {
    const context = await open('detail', '?id=month', ({ api }) =>
      api.respond('treasureProducts', { products: [aProduct({ needsReview: true })] }),
    );
    expect(
      await screen.findByText(/within 7 days, or the money comes back\. .* interest begins the day after the approval/u),
    ).toBeVisible();
    context.api.respond('treasureDeposit', new AppError('TREASURE_FULL'));
    await buy();
    expect(await screen.findByText('This product is fully subscribed.')).toBeVisible();
    expect(screen.getByLabelText('Amount')).toHaveValue('1000');
    const pending = anOrder({ status: 'pending_review', startsAtMs: null, endsAtMs: null, nextPayAtMs: null });
    context.api.respond('treasureDeposit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/within 7 days, .* The end above holds if it is approved today\.$/u)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Submit for review' }));
    expect((await screen.findAllByText(/Your money is safe/u))[0]).toBeVisible();
    context.api.respond('treasureOrders', ({ clientOrderId }) => page(clientOrderId === undefined ? [] : [pending]));
    expect(await screen.findByRole('dialog', { name: 'Deposit under review' }, { timeout: 4000 })).toBeVisible();
  });

  it('a product that is not on offer', async () => {
    await open('detail', '?id=gone');
    expect(await screen.findByText('This product is not on offer any more')).toBeVisible();
  });
});

const redemption = (amount: string, more: Partial<Redemption> = {}): Redemption => ({
  ...{ orderId: 'order-1', amount, earned: '2', penalty: '1.5', returned: String(Number(amount) - 1.5) },
  ...{ remaining: String(1000 - Number(amount)), untilMs: tomorrowMs },
  ...more,
});

describe('the orders', () => {
  it('by status; one with its figures, its steps and the interest as it was paid', async () => {
    // A part of it has left already.
    const context = await open('order', '', ({ api }) => api.respond('treasureOrders', page([anOrder({ principal: '700' })])));
    const row = await screen.findByRole('button', { name: /30 days · 3% for the whole term/u });
    expect(row).toHaveTextContent('700.00dUSDT');
    expect(row).toHaveTextContent('Earned +2 dUSDT');
    expect(row).toHaveTextContent('28 days left');
    await userEvent.click(row);
    expect(context.navigation.last).toMatchObject({ query: { status: 'in_custody', id: 'order-1' } });
    await userEvent.click(screen.getByRole('tab', { name: 'Completed' }));
    expect(context.navigation.last).toMatchObject({ query: { status: 'completed' } });
    mounted.close();
    await open('order', '?id=order-1', ({ api }) =>
      api.respond(
        'treasureRecords',
        page([{ id: '9', orderId: 'order-1', date: '2026-11-23', asset: 'USDT', amount: '1', atMs: testStartMs }]),
      ),
    );
    const sheet = await screen.findByRole('dialog', { name: '30 days' });
    expect(valueOf('Expected income', sheet)).toHaveTextContent('30 dUSDT');
    expect(await within(sheet).findByText(formatFor('en').utcDay(Date.UTC(2026, 10, 23)))).toBeVisible();
    expect(within(sheet).getByText('+1')).toBeVisible();
  });

  it('out of it early in two steps: what comes back stands first, and the figures that were shown are what is sent', async () => {
    const context = await open('order', '?id=order-1', ({ api }) => {
      api.respond('treasureRedemption', ({ amount }) => redemption(amount ?? '1000'));
      api.respond('treasureCancel', ({ returned }) => ({
        order: anOrder({ status: 'completed', end: 'redeemed' }),
        penalty: '1.5',
        returned,
      }));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem early' }));
    const first = within(await screen.findByRole('dialog', { name: 'Redeem early' }));
    expect(first.getByText('This is a breach of contract')).toBeVisible();
    expect(await first.findByText('998.5 dUSDT')).toBeVisible();
    const field = first.getByLabelText('Amount to redeem');
    await userEvent.clear(field);
    await userEvent.type(field, '1000.1');
    expect(await first.findByText('You cannot redeem more than you hold.')).toBeVisible();
    expect(first.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, '400');
    expect((await first.findByText('398.5 dUSDT')).closest('[role=status]')).not.toBeNull();
    expect(context.api.callsOf('treasureCancel')).toEqual([]);
    await userEvent.click(first.getByRole('button', { name: 'Continue' }));
    const second = within(await screen.findByRole('dialog', { name: 'Redeem it early?' }));
    expect(second.getByText('-1.5 dUSDT')).toBeVisible();
    // They stand for hours: by the instant, not by its seconds.
    expect(second.getByText(/^Terms valid until /u)).toBeVisible();
    expect(context.api.callsOf('treasureCancel')).toEqual([]);
    await userEvent.click(second.getByRole('button', { name: 'Break the contract' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^Contract breached successfully\. 398\.5 dUSDT/u));
    expect(context.api.callsOf('treasureCancel').map(({ request }) => request)).toEqual([
      { orderId: 'order-1', amount: '400', returned: '398.5' },
    ]);
  });

  it('after a loan has sold a part of it, the rest leaves to its last decimal; while one holds a part, what is free in those of the product', async () => {
    await open('order', '?id=order-1', ({ api }) => {
      api.respond('treasureOrders', page([anOrder({ principal: '299.999999' })]));
      api.respond('treasureRedemption', ({ amount = '' }) => redemption(amount, { returned: amount, remaining: '0' }));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem early' }));
    expect(await screen.findByText('299.999999 dUSDT', { selector: 'strong' })).toBeVisible();
    expect(screen.getByLabelText('Amount to redeem')).toHaveValue('299.999999');
    mounted.close();
    await open('order', '?id=order-1', ({ api }) => {
      api.respond('treasureOrders', page([anOrder({ locked: '700.000001' })]));
      api.respond('treasureRedemption', ({ amount = '' }) => redemption(amount, { returned: amount }));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem early' }));
    expect(await screen.findByText('299.99 dUSDT', { selector: 'strong' })).toBeVisible();
    expect(screen.getByLabelText('Amount to redeem')).toHaveValue('299.99');
  });

  it('before its first day all of its days are left, and no more; ending it then costs nothing; one that is not there is said', async () => {
    const bought = anOrder({ startsAtMs: tomorrowMs, endsAtMs: tomorrowMs + 30 * dayMs, earned: '0' });
    await open('order', '?id=order-1', ({ api }) => {
      api.respond('treasureOrders', page([bought]));
      api.respond('treasureRedemption', redemption('1000', { penalty: '0', returned: '1000', earned: '0', remaining: '0' }));
    });
    expect(await screen.findByText('30 days left')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem early' }));
    expect(await screen.findByText('1,000 dUSDT', { selector: 'strong' })).toBeVisible();
    expect(valueOf('Penalty', await screen.findByRole('dialog'))).toHaveTextContent(/^0 dUSDT$/u);
    mounted.close();
    // Its last day came to nothing: the steps say when it ended.
    const early = { status: 'completed', end: 'redeemed', endsAtMs: tomorrowMs + 29 * dayMs } as const;
    await open('order', '?id=order-1', ({ api }) => api.respond('treasureOrders', page([anOrder(early)])));
    expect(await screen.findByText('Redeemed early', { selector: 'dialog *' })).toBeVisible();
    expect(screen.queryByText(shownAt(early.endsAtMs))).toBeNull();
    mounted.close();
    await open('order', '?id=elsewhere');
    expect(await screen.findByText('This could not be found.')).toBeVisible();
  });

  it('one under review is cancelled without a penalty; what a loan holds is said; one that cannot be ended offers nothing', async () => {
    const pending = anOrder({ status: 'pending_review', startsAtMs: null, endsAtMs: null, nextPayAtMs: null });
    const context = await open('order', '?id=order-1', ({ api }) => {
      api.respond('treasureOrders', page([pending]));
      api.respond('treasureRedemption', redemption('1000', { penalty: '0', returned: '1000', earned: '0' }));
      api.respond('treasureCancel', {
        order: anOrder({ status: 'cancelled', end: 'cancelled' }),
        penalty: '0',
        returned: '1000',
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the deposit' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.queryByText('This is a breach of contract')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, cancel' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^Deposit cancelled\. 1,000 dUSDT/u));
    expect(context.api.callsOf('treasureCancel')[0]?.request).toEqual({ orderId: 'order-1', returned: '1000' });
    mounted.close();
    await open('order', '?id=order-1', ({ api }) =>
      api.respond('treasureOrders', page([anOrder({ locked: '600', redemption: null })])),
    );
    expect(await screen.findByText(/^600 dUSDT of it is collateral/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Redeem early' })).toBeNull();
    mounted.close();
    // Whole or not at all: a part that is locked holds the rest of it.
    const redeemable = month.redemption === null ? null : { ...month.redemption, isPartly: false };
    await open('order', '?id=order-1', ({ api }) =>
      api.respond('treasureOrders', page([anOrder({ locked: '600', redemption: redeemable })])),
    );
    expect(await screen.findByText(/^600 dUSDT of it is collateral.* redeem it early once/u)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Redeem early' })).toBeNull();
    mounted.close();
    // Where a part may go: what is not locked, in those words.
    await open('order', '?id=order-1', ({ api }) => {
      api.respond('treasureOrders', page([anOrder({ locked: '600' })]));
      api.respond('treasureRedemption', ({ amount }) => redemption(amount ?? '1000'));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem early' }));
    expect(await screen.findByText('You can redeem 400 dUSDT')).toBeVisible();
  });
});
