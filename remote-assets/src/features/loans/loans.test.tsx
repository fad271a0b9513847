import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointRequest, EndpointResponse, Loan, LoanDecision, LoanTerm } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import {
  aCoinBalance,
  aContractSummary,
  aQuote as aPrice,
  aSymbol,
  aUserInfo,
  aWalletList,
  fakeContext,
  signedInDemo,
  testStartMs,
  type FakeContext,
} from '@tessera/shared/testing';
import { mountedPage } from '../../testing/mountedPage';

const mounted = mountedPage();
afterEach(() => {
  mounted.close();
  sessionStorage.clear();
});

const dayMs = 86_400_000;
const levels = { initialLtv: '0.65', callLtv: '0.75', liquidationLtv: '0.83' };
const aTerm = (more: Partial<LoanTerm> = {}): LoanTerm => ({
  ...{ id: '30', asset: 'USDT', days: 30, dailyRate: '0.0003', minDays: 1, overdueRate: '0.0006', min: '100', max: '5000' },
  ...{ scale: 6, ...levels, liquidationFee: '0.01', needsReview: false, catalogVersion: 3 },
  ...more,
});
const aLoan = (more: Partial<Loan> = {}): Loan => ({
  ...{ id: '7', clientOrderId: null, orderNumber: 'L-7', termId: '30', asset: 'USDT', principal: '1000', dailyRate: '0.0003' },
  ...{ overdueRate: '0.0006', days: 30, minDays: 1, ...levels, liquidationFee: '0.01', interest: '3', repaid: '0', owed: '1003' },
  ...{ interestOwed: '3', principalOwed: '1000', interestPerDay: '0.3', ltv: '0.5', callPrice: '66866.67' },
  ...{
    liquidationPrice: '60421.68',
    status: 'open',
    isCalled: false,
    startsAtMs: testStartMs,
    dueAtMs: testStartMs + 30 * dayMs,
  },
  ...{ reason: null, steps: [{ step: 'requested', atMs: testStartMs, amount: '1000' }], decisions: [] },
  collateral: [
    {
      ...{ kind: 'coin', asset: 'BTC', orderId: null, amount: '0.02', weight: '1', worth: '2006' },
      price: { symbol: 'BTC-USDT', seq: 4711, atMs: testStartMs, price: '100300', mean: '100310' },
    },
  ],
  ...more,
});
const aQuote = (more: Partial<EndpointResponse<'loanQuote'>> = {}): EndpointResponse<'loanQuote'> => ({
  ...{ ltvBefore: null, ltvAfter: '0.5', owedAfter: '1000.3', most: '1300', toInterest: '0', toPrincipal: '0' },
  ...{ interestPerDay: '0.3', interestTotal: '9', callPrice: '66666.67', liquidationPrice: '60240.96' },
  dueAtMs: testStartMs + 30 * dayMs,
  ...more,
});
const pageOf = (items: readonly Loan[]) => ({ items: [...items], page: 1, pageSize: 30, total: items.length });

async function open(
  query: string,
  loans: () => readonly Loan[] = () => [],
  prepare: (api: FakeContext['api']) => void = () => undefined,
) {
  const path = query.startsWith('order') ? '/pages/InterestTreasure/order' : '/pages/InterestTreasure/index';
  const context = fakeContext({
    remote: 'assets',
    path,
    search: `?product=loans${query.replace(/^order/, '')}`,
    session: signedInDemo,
  });
  const { api } = context;
  api.respond('walletList', aWalletList({ coin: [aCoinBalance({ asset: 'USDT', available: '400' })] }));
  api.respond('userInfo', aUserInfo({ hasPaymentPassword: true }));
  api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  api.respond('loanConfig', {
    asset: 'USDT',
    terms: [aTerm(), aTerm({ id: '90', days: 90, needsReview: true })],
    treasureWeight: '0.9',
    coins: [{ asset: 'BTC', free: '0.03', scale: 8, weight: '1' }],
  });
  api.respond('whDeposits', {
    items: [
      {
        ...{ orderId: '5', orderNumber: 'IT-5', asset: 'USDT', principal: '800', locked: '300', free: '500' },
        endsAtMs: testStartMs + 9 * dayMs,
      },
    ],
    ...{ page: 1, pageSize: 100, total: 1 },
  });
  api.respond('loanStatistics', {
    ...{ asset: 'USDT', limit: '2000', outstanding: '1003', interestOwed: '3', collateralWorth: '2006' },
    ...{ loanToValue: '0.5', openLoans: 1 },
  });
  api.respond('loanOrders', ({ id, status, clientOrderId }) =>
    pageOf(
      loans().filter(
        (one) =>
          (id === undefined || one.id === id) &&
          (status === undefined || one.status === status) &&
          (clientOrderId === undefined || one.clientOrderId === clientOrderId),
      ),
    ),
  );
  api.respond('loanQuote', aQuote());
  prepare(api);
  return mounted.open(context);
}
const quoted = ({ api }: FakeContext) => api.callsOf('loanQuote').map(({ request }) => request);
const fillForm = async (sum = '1000') => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'dBTC' }));
  await userEvent.type(screen.getByLabelText('Amount'), sum);
};

it('what is owed is shown whole, as the loans that it is the sum of; what prices make of the rest is cut', async () => {
  await open(
    '',
    () => [],
    (api) =>
      api.respond('loanStatistics', {
        ...{
          asset: 'USDT',
          limit: '2000.129',
          outstanding: '1003.019727',
          interestOwed: '3.019727',
          collateralWorth: '2006.559',
        },
        ...{ loanToValue: '0.5', openLoans: 1 },
      }),
  );
  expect((await screen.findByText('Outstanding')).nextSibling).toHaveTextContent('1,003.019727');
  expect(screen.getByText('Of which interest').nextSibling).toHaveTextContent('3.019727');
  expect(screen.getByText('Value of your collateral').nextSibling).toHaveTextContent('2,006.55dUSDT');
});

describe('the form', () => {
  it('says what is missing, one thing after the other, and asks nobody before that', async () => {
    const context = await open('');
    expect(await screen.findByRole('button', { name: 'Choose collateral' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: /Interest Treasure IT-5, until/ }));
    expect(screen.getByText(/Free: 500 dUSDT · Locked: 300 dUSDT · 90% of its value counts/)).toBeVisible();
    const locked = screen.getByLabelText(/Amount of Interest Treasure/);
    expect(locked).toHaveValue('500');
    await userEvent.type(locked, '1');
    expect(screen.getByRole('button', { name: 'Only 500 dUSDT is free' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: /Interest Treasure IT-5, until/ }));
    await fillForm('99');
    expect(screen.getByRole('button', { name: 'At least 100 dUSDT' })).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '1000');
    expect(await screen.findByRole('button', { name: 'Tick the agreement' })).toBeDisabled();
    // On its way to 1,000 it is 100, which is enough to be asked for by who types slowly.
    expect(quoted(context).filter(({ amount }) => amount !== undefined && amount !== '100' && amount !== '1000')).toEqual([]);
  });

  it('shows interest, LTV and the prices of both levels; too much for the collateral is not sent on', async () => {
    await open('', undefined, (api) => {
      api.respond('coinList', {
        ...{ version: 1, symbols: [aSymbol({ symbol: 'BTC-USDT', digits: 1 })] },
        assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }],
      });
      api.respond('loanQuote', ({ amount }) =>
        aQuote({ ltvAfter: amount === '1300' ? '0.6501' : '0.65', callPrice: '66666.67920634' }),
      );
    });
    await fillForm();
    expect(await screen.findByText('9 dUSDT')).toBeVisible();
    expect(screen.getByText('LTV after: 65.0%').closest('[role=status]')).toHaveTextContent('Interest: 9 dUSDT');
    const bar = within(screen.getByRole('table', { name: 'Loan to value (LTV)' }));
    // In the steps of the market: no tick lies between them.
    expect(bar.getByRole('row', { name: 'Margin call at 66,666.6 USDT 75.0%' })).toBeVisible();
    expect(bar.getByRole('row', { name: 'Liquidation at 60,240.9 USDT 83.0%' })).toBeVisible();
    const [picture] = document.querySelectorAll('[aria-hidden]:has(> [data-mark])');
    const placeOf = ({ style, dataset }: HTMLElement) =>
      `${dataset['mark'] ?? dataset['state']} ${style.insetInlineStart} ${style.insetInlineEnd}`.trim();
    expect([...(picture?.querySelectorAll<HTMLElement>('[data-mark], [data-state]') ?? [])].map(placeOf)).toEqual([
      ...['low 0% calc(100% - 65%)', 'initial 65%', 'call 75%', 'liquidation 83%'],
    ]);
    // The border itself is enough.
    expect(screen.getByRole('button', { name: 'Tick the agreement' })).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: '100%' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('1300');
    expect(await screen.findByRole('button', { name: 'More collateral is needed' })).toBeDisabled();
  });

  it('an answer to what was typed before is dropped', async () => {
    const answers = new Map<string, (quote: EndpointResponse<'loanQuote'>) => void>();
    await open('', undefined, (api) =>
      api.respond(
        'loanQuote',
        ({ amount = '' }: EndpointRequest<'loanQuote'>) =>
          new Promise<EndpointResponse<'loanQuote'>>((resolve) => answers.set(amount, resolve)),
      ),
    );
    await fillForm('200');
    await waitFor(() => expect(answers.has('200')).toBe(true));
    await userEvent.type(screen.getByLabelText('Amount'), '0');
    await waitFor(() => expect(answers.has('2000')).toBe(true));
    await act(async () => answers.get('2000')?.(aQuote({ interestTotal: '18' })));
    await act(async () => answers.get('200')?.(aQuote({ interestTotal: '1.8' })));
    expect(await screen.findByText('18 dUSDT')).toBeVisible();
    expect(screen.queryByText('1.8 dUSDT')).toBeNull();
  });

  it('review, payment password, and the loan opens; under review is said as that', async () => {
    const sent: Loan[] = [];
    const context = await open(
      '',
      () => sent,
      (api) =>
        api.respond('loanSubmit', ({ stepUpPassword, clientOrderId }) => {
          if (stepUpPassword === undefined) throw new AppError('AUTH_STEP_UP_REQUIRED');
          const made = aLoan({
            id: '8',
            orderNumber: 'L-8',
            status: 'pending_review',
            clientOrderId,
            startsAtMs: null,
            ltv: null,
          });
          sent.push(made);
          return made;
        }),
    );
    await fillForm();
    await userEvent.click(screen.getByRole('checkbox', { name: /I understand/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Review loan' }));
    const review = within(await screen.findByRole('dialog', { name: 'Check the loan' }));
    expect(review.getByText('0.03 dBTC')).toBeVisible();
    expect(review.getByText(/There is no extension without your consent/)).toBeVisible();
    await userEvent.click(review.getByRole('button', { name: 'Borrow' }));
    const password = await review.findByLabelText('Payment password');
    expect(document.activeElement).toContainElement(password);
    await userEvent.type(password, 'secret');
    await userEvent.click(review.getByRole('button', { name: 'Confirm' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Loan L-8' }));
    expect(sheet.getByText(/no interest runs/)).toBeVisible();
    const calls = context.api.callsOf('loanSubmit');
    expect(calls.at(-1)?.request).toMatchObject({
      ...{ termId: '30', amount: '1000', catalogVersion: 3 },
      collateral: [{ kind: 'coin', asset: 'BTC', orderId: null, amount: '0.03' }],
    });
    expect(new Set(calls.map(({ request, options }) => `${request.clientOrderId} ${options.idempotencyKey}`)).size).toBe(1);
  });

  it('no answer: called unknown, and found by its own id', async () => {
    const sent: Loan[] = [];
    const context = await open(
      '',
      () => sent,
      (api) => api.respond('loanSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true })),
    );
    await fillForm();
    await userEvent.click(screen.getByRole('checkbox', { name: /I understand/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Review loan' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Borrow' }));
    expect((await screen.findAllByText(/Your money is safe/))[0]).toBeVisible();
    sent.push(aLoan({ clientOrderId: String(context.api.callsOf('loanSubmit')[0]?.request.clientOrderId) }));
    expect(await screen.findByRole('dialog', { name: 'Loan L-7' }, { timeout: 4000 })).toBeVisible();
  });

  it('left before its answer, it is told on the next visit, in practice money', async () => {
    const context = await open('', undefined, (api) =>
      api.respond('loanSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true })),
    );
    await fillForm();
    await userEvent.click(screen.getByRole('checkbox', { name: /I understand/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Review loan' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Borrow' }));
    expect((await screen.findAllByText(/Your money is safe/))[0]).toBeVisible();
    const clientOrderId = String(context.api.callsOf('loanSubmit')[0]?.request.clientOrderId);
    mounted.close();
    const later = await open('', () => [aLoan({ clientOrderId })]);
    await waitFor(() => expect(later.dialogs.toasts.at(-1)?.text).toBe('1,000 dUSDT paid out'), { timeout: 4000 });
  });
});

const theCall: LoanDecision = {
  ...{ id: '70', kind: 'call', atMs: testStartMs, level: '0.75', owed: '1003', ltv: '0.76', liquidationFee: '0.01' },
  ...{ repaid: '0', surplus: '0', insured: '0', ruleVersion: 1 },
  collateral: [
    {
      ...{ kind: 'coin', asset: 'BTC', orderId: null, amount: '0.02', weight: '1', scale: 8 },
      price: { symbol: 'BTC-USDT', seq: 5000, fromSeq: 4980, atMs: testStartMs, price: '65986.8', mean: '65990.1' },
      ...{ sold: '0', gross: '0', fee: '0', penalty: '0', returned: '0' },
    },
  ],
};
const theLiquidation: LoanDecision = {
  ...theCall,
  ...{ id: '71', kind: 'liquidation', level: '0.83', ltv: '0.84', repaid: '1003' },
  collateral: theCall.collateral.map((piece) => ({
    ...piece,
    ...{ sold: '0.017', gross: '1013.13', fee: '10.13', returned: '0.003' },
    price: { ...piece.price!, seq: 6000, fromSeq: 5980, price: '59702.38', mean: '59800' },
  })),
};

describe('one loan', () => {
  it('called: said first, with both levels, on the page and in its sheet', async () => {
    await open('', () => [
      aLoan({ id: '8', orderNumber: 'L-8', status: 'overdue' }),
      aLoan({ isCalled: true, ltv: '0.76', decisions: [theCall] }),
    ]);
    expect(
      await screen.findByText(/The LTV has reached 75%. Repay a part or add collateral. At 83%.*over at 65% or below/),
    ).toBeVisible();
    expect(screen.getByText('Margin call: the level is reached')).toBeVisible();
    // One that is only overdue comes after it.
    const overdue = screen.getByText(/has not been extended/);
    expect(overdue.compareDocumentPosition(screen.getByText(/^The LTV has reached/))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await userEvent.click(screen.getAllByRole('button', { name: 'Loan L-7' })[0] as HTMLElement);
    const sheet = within(await screen.findByRole('dialog', { name: 'Loan L-7' }));
    expect(sheet.getByText(/Tick 4711 of BTC-USDT/)).toBeVisible();
    expect(sheet.getByText(/Tick 5000 of BTC-USDT/)).toBeVisible();
    expect(sheet.getByText('1,000 dUSDT principal and 3 dUSDT interest')).toBeVisible();
  });

  it('repay: Max is what is there, interest first, out of the account that was chosen; sent once', async () => {
    let current = aLoan();
    const context = await open(
      'order&id=7',
      () => [current],
      (api) => {
        const coin = [aCoinBalance({ asset: 'USDT', available: '400' })];
        api.respond('walletList', aWalletList({ coin, contract: aContractSummary({ availableMargin: '250' }) }));
        api.respond(
          'loanQuote',
          aQuote({ ltvBefore: '0.5', ltvAfter: '0.3', toInterest: '3', toPrincipal: '397', owedAfter: '603' }),
        );
        api.respond('loanRepay', ({ amount }) => {
          current = aLoan({ owed: '603', repaid: amount, interestOwed: '0', principalOwed: '603' });
          return { loan: current, taken: amount, toInterest: '3', toPrincipal: '397' };
        });
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Repay' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Repay' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'Max' }));
    expect(sheet.getByLabelText('Amount')).toHaveValue('400');
    await userEvent.click(sheet.getByRole('radio', { name: 'Contract account' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Max' }));
    expect(sheet.getByLabelText('Amount')).toHaveValue('250');
    expect(await sheet.findByText('397 dUSDT')).toBeVisible();
    expect(sheet.getByRole('row', { name: 'After 30.0%' })).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Repay' }));
    // The form with the focus is gone: the sheet in its place has it.
    const next = await screen.findByRole('dialog', { name: 'Loan L-7' });
    expect(next).toContainElement(document.activeElement as HTMLElement);
    expect(context.api.callsOf('loanRepay').map(({ request }) => request)).toEqual([
      { orderId: '7', amount: '250', from: 'contract' },
    ]);
    expect(context.dialogs.toasts.at(-1)?.text).toBe('250 dUSDT repaid');
    expect(await screen.findByText('603 dUSDT principal and 0 dUSDT interest')).toBeVisible();
  });

  it('a refused repayment keeps what was typed, and more than there is, is not sent', async () => {
    const context = await open(
      'order&id=7',
      () => [aLoan()],
      (api) => api.respond('loanRepay', new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { min: '1', asset: 'USDT' } })),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Repay' }));
    const field = await screen.findByLabelText('Amount');
    await userEvent.type(field, '401');
    expect(screen.getByRole('button', { name: 'Only 400 dUSDT is available' })).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, '10');
    const submit = await screen.findByRole('button', { name: 'Repay' });
    await waitFor(() => expect(submit).toBeEnabled());
    await userEvent.click(submit);
    await waitFor(() => expect(within(screen.getByRole('dialog')).getAllByRole('alert')[0]).not.toBeEmptyDOMElement());
    expect(field).toHaveValue('10');
    expect(context.api.callsOf('loanRepay')).toHaveLength(1);
  });

  it('more collateral: the LTV after it, then it is locked', async () => {
    const context = await open(
      'order&id=7',
      () => [aLoan({ isCalled: true, ltv: '0.76' })],
      (api) => {
        api.respond('loanQuote', aQuote({ ltvBefore: '0.76', ltvAfter: '0.31', most: null }));
        api.respond('loanAddCollateral', aLoan({ ltv: '0.31' }));
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add collateral' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'dBTC' }));
    expect(await screen.findByRole('row', { name: /^Before 76.0%/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^After 31.0%/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Lock collateral' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toBe('Collateral added'));
    expect(context.api.callsOf('loanAddCollateral')[0]?.request).toEqual({
      orderId: '7',
      collateral: [{ kind: 'coin', asset: 'BTC', orderId: null, amount: '0.03' }],
    });
  });

  it('one under review is taken back', async () => {
    let current = aLoan({ status: 'pending_review', startsAtMs: null, ltv: null });
    const context = await open(
      'order&id=7',
      () => [current],
      (api) => api.respond('loanCancel', () => (current = aLoan({ status: 'cancelled', ltv: null, collateral: [] }))),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel request' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toBe('Cancelled. Your collateral is free again.'));
    expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull();
  });

  it('the mean of a minute is cut to what can be read; one that is not there is said', async () => {
    const { price, ...coin } = aLoan().collateral[0]!;
    await open(
      'order&id=7',
      () => [aLoan({ collateral: [{ ...coin, price: { ...price!, mean: '100310.386690140845070422' } }] })],
      (api) => api.respond('coinList', { version: 1, symbols: [aSymbol({ symbol: 'BTC-USDT', digits: 1 })], assets: [] }),
    );
    expect(await screen.findByText(/Mean of the minute up to it: 100,310\.386 USDT\.$/u)).toBeVisible();
    mounted.close();
    await open('order&id=8', () => [aLoan()]);
    const sheet = within(await screen.findByRole('dialog', { name: 'Loans' }));
    expect(await sheet.findByText('This could not be found.')).toBeVisible();
  });

  it('overdue is said plainly, with what it costs', async () => {
    await open('order&id=7', () => [aLoan({ status: 'overdue' })]);
    expect(await screen.findByText(/has not been extended. 0.06% a day is charged until it is repaid/)).toBeVisible();
  });

  it('liquidated: the ticks that decided, what was sold and given back, and the way to recompute it', async () => {
    const context = await open('order&id=7', () => [
      aLoan({ status: 'liquidated', owed: '0', ltv: null, collateral: [], decisions: [theCall, theLiquidation] }),
    ]);
    const sheet = within(await screen.findByRole('dialog', { name: 'Loan L-7' }));
    expect(await sheet.findByText(/The LTV reached the liquidation level/)).toBeVisible();
    const [newest] = sheet.getAllByRole('article');
    const decision = within(newest as HTMLElement);
    expect(decision.getByText(/Tick 6000 of BTC-USDT/)).toBeVisible();
    expect(decision.getByText('0.017 dBTC')).toBeVisible();
    expect(decision.getByText('0.003 dBTC')).toBeVisible();
    await userEvent.click(decision.getByRole('button', { name: 'Check this result' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/contract/proof', query: { product: 'loan', deal: '71' } });
  });

  it('sold in part: said on top; sold, price, fee, paid and what is left of it; the coin whose market stood still was not sold', async () => {
    const [btc] = theLiquidation.collateral;
    const part: LoanDecision = {
      ...theLiquidation,
      ...{ repaid: '990', left: '13.5' },
      collateral: [
        { ...btc!, sold: '0.02', gross: '1000', fee: '10', returned: '0' },
        {
          ...{ ...btc!, asset: 'ETH', sold: '0', gross: '0', fee: '0', returned: '0' },
          price: { ...btc!.price!, symbol: 'ETH-USDT', stands: true },
        },
      ],
    };
    await open('order&id=7', () => [aLoan({ owed: '13.5', isCalled: true, decisions: [theCall, part] })]);
    const sheet = within(await screen.findByRole('dialog', { name: 'Loan L-7' }));
    expect(await sheet.findByText(/990 dUSDT of what you owed were paid from it\. 13\.5 dUSDT were still owed/u)).toBeVisible();
    const [newest] = sheet.getAllByRole('article');
    for (const row of [
      /Liquidation in part/u,
      /Sold ?0\.02 dBTC/u,
      /Proceeds ?1,000 dUSDT/u,
      /Liquidation fee ?10 dUSDT/u,
      /Repaid from the sale ?990 dUSDT/u,
      /Still owed after the sale ?13\.5 dUSDT/u,
      /Sold ?Nothing: its market stood still/u,
    ])
      expect(newest).toHaveTextContent(row);
  });

  it('prices with more digits than their market has are not shown before the market is known', async () => {
    await open(
      'order&id=7',
      () => [aLoan({ callPrice: '66866.66666667' })],
      (api) => api.respond('coinList', new AppError('NETWORK_TIMEOUT')),
    );
    expect(await screen.findByRole('row', { name: 'Margin call at – 75.0%' })).toBeVisible();
  });

  it('without a connection what can be done with it is off at once, and why is said to whoever asks', async () => {
    const context = await open('order&id=7', () => [aLoan()]);
    await screen.findByRole('button', { name: 'Repay' });
    act(() => context.quotes.connection.next('offline'));
    for (const name of ['Repay', 'Add collateral']) {
      const button = screen.getByRole('button', { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription('You are offline');
    }
  });

  it('what is repaid has the digits of its asset', async () => {
    await open(
      'order&id=7',
      () => [aLoan()],
      (api) => api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 2, shownScale: 2 }] }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Repay' }));
    await userEvent.type(await screen.findByLabelText('Amount'), '10.123');
    expect(screen.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
  });
});

it('all that the page reads fails: said once, and one button asks for all of it again', async () => {
  const context = await open('', undefined, (api) => {
    for (const name of ['loanStatistics', 'loanConfig', 'loanOrders'] as const)
      api.respond(name, new AppError('NETWORK_TIMEOUT'));
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  const asked = (name: 'loanStatistics' | 'loanConfig' | 'loanOrders') => context.api.callsOf(name).length;
  const before = [asked('loanStatistics'), asked('loanConfig'), asked('loanOrders')] as const;
  await userEvent.click(again);
  await waitFor(() => expect(asked('loanOrders')).toBeGreaterThan(before[2]));
  expect([asked('loanStatistics') > before[0], asked('loanConfig') > before[1]]).toEqual([true, true]);
});

it('what prices move is asked for when a market has ticked, and beside a living socket not for the time that passes', async () => {
  jest.useFakeTimers();
  try {
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const context = await open('', () => [aLoan({ status: 'open' })]);
    const asked = () => context.api.callsOf('loanOrders').length + context.api.callsOf('loanStatistics').length;
    const tick = (seq: number) => act(() => context.quotes.emit(aPrice({ symbol: 'BTC-USDT', seq })));
    await pass(1000);
    tick(1);
    await pass(10_000);
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await pass(60_000);
    expect(asked()).toBe(before);
    for (let seq = 2; seq < 12; seq += 1) tick(seq);
    await pass(6000);
    expect(asked()).toBe(before + 3);
    act(() => context.quotes.connection.next('offline'));
    await pass(6000);
    expect(asked()).toBe(before + 6);
  } finally {
    jest.useRealTimers();
  }
});

describe('the list', () => {
  it('rows say what is owed, when it is due and the LTV; a filter asks for its state; nothing yet is said', async () => {
    const context = await open('order', () => [aLoan()]);
    const row = await screen.findByRole('button', { name: /1,000 dUSDT · 30 days/ });
    expect(row).toHaveTextContent(/Due .*LTV 50.0%.*1,003/);
    await userEvent.click(screen.getByRole('radio', { name: 'Liquidated' }));
    expect(await screen.findByText('No loans with this status')).toBeVisible();
    expect(context.api.callsOf('loanOrders').at(-1)?.request).toMatchObject({ status: 'liquidated' });
  });

  it('an error with a way to try again', async () => {
    await open('order', undefined, (api) =>
      api.respond('loanOrders', new AppError('REQUEST_EXCEPTION', { params: { trace: 'x' } })),
    );
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
