import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import { verifyDeal, verifyFill } from '@tessera/shared/trading';
import type { Loan } from '@tessera/shared/contract';
import { secondsRule, sha256 } from '@tessera/shared/fairness';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aLeverageProof,
  anAnchorOver,
  anOpeningProof,
  aSettledSecondsOrder,
  aSpotProof,
  aSymbol,
  aTickRun,
  fakeContext,
  proofStartMs,
  signedInDemo,
  signingExchange,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const mockLost = { judging: false };
jest.mock('../../orders/acceptance/judgeAcceptance', () => {
  if (mockLost.judging) throw new Error('Loading chunk judging failed.');
  return jest.requireActual('../../orders/acceptance/judgeAcceptance');
});

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

function openProof(search: string, respond: (api: FakeContext['api']) => void = () => undefined): FakeContext {
  const context = fakeContext({ remote: 'trade', path: '/pages/contract/proof', search, session: signedInDemo });
  context.api.respond('coinList', { version: 1, symbols: [aSymbol()], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  respond(context.api);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const stateOf = (name: string): string | null =>
  screen.getByText(name).closest('summary')?.querySelector('span:last-child')?.textContent ?? null;

// The first: what has been loaded once is kept.
it('the part that judges does not come: the host is told under the remote’s own name', async () => {
  mockLost.judging = true;
  const context = openProof('?product=leverage&order=7&deal=71', (api) => api.respond('leverageProve', aLeverageProof()));
  const told = jest.spyOn(context.reports, 'report');
  const lost = new Error('Loading chunk judging failed.');
  await waitFor(() => expect(told.mock.calls).toEqual([1, 2].map(() => [lost, { where: 'trade' }])));
  mockLost.judging = false;
});

it('a closing: recomputed here, with the stop that it met, the deciding price and every check', async () => {
  const context = openProof('?product=leverage&order=7&deal=71', (api) => api.respond('leverageProve', aLeverageProof()));
  expect(await screen.findByText('The result follows from the published prices')).toBeVisible();
  expect(context.api.callsOf('leverageProve').at(-1)?.request).toMatchObject({ dealId: '71' });
  expect(screen.getByRole('heading', { name: 'Closing' })).toBeVisible();
  expect(screen.getAllByText('Stop-loss').length).toBeGreaterThan(0);
  const checks = await verifyDeal(aLeverageProof(), sha256);
  const shown = within(screen.getByRole('list', { name: 'Checks' }));
  expect(shown.getAllByText(/^(Holds|Does not apply)$/)).toHaveLength(checks.length);
  expect(stateOf('No earlier price could have decided')).toBe('Holds');
  expect(
    screen.getByText(
      'This shows that the result follows from our published price log. It does not show that the log equals any other market.',
    ),
  ).toBeVisible();
});

it('a bent figure: the verdict and the check say so, with both values', async () => {
  const proof = aLeverageProof();
  openProof('?product=leverage&deal=71', (api) => api.respond('leverageProve', { ...proof, deal: { ...proof.deal, fee: '17' } }));
  expect(await screen.findByText('The result does not follow from the published prices')).toBeVisible();
  const failed = screen.getByText('Does not hold').closest('li')!;
  await userEvent.click(within(failed).getByText('Fee'));
  expect(within(failed).getByText('Stated: 17')).toBeVisible();
  expect(within(failed).getByText('Computed: 16.224973')).toBeVisible();
});

it('a run that does not reach back is said in the check and below it', async () => {
  const proof = aLeverageProof();
  const quiet = Array.from({ length: 500 }, (_, index) => [index * 5 + 1, '59100'] as const);
  const ticks = aTickRun('BTC-USDT', [...quiet, [4000, '59000.3']], proof.deal.tickSeq + 500);
  const deal = { ...proof.deal, tickSeq: proof.deal.tickSeq + 1000 };
  openProof('?product=leverage&deal=71', (api) =>
    api.respond('leverageProve', { ...proof, deal, ticks, anchors: [anAnchorOver(ticks)], isRunComplete: false }),
  );
  await screen.findByText('The result follows from the published prices');
  expect(stateOf('No earlier price could have decided')).toBe('Holds as far as shown');
  expect(screen.getByText(/Earlier prices are not shown here/)).toBeVisible();
});

it('a proof that no root seals yet is not called proven, and after a day it fails', async () => {
  const proof = aLeverageProof({ anchors: [] });
  const openAt = (nowMs: number) => {
    const context = openProof('?product=leverage&deal=71', (api) => api.respond('leverageProve', proof));
    jest.spyOn(context.clock, 'now').mockReturnValue(nowMs);
  };
  openAt(proof.deal.tickAtMs + 60_000);
  expect(await screen.findByText('So far it follows; not sealed yet')).toBeVisible();
  expect(screen.queryByText('The result follows from the published prices')).toBeNull();
  act(() => handle?.unmount());
  document.body.replaceChildren();
  openAt(proof.deal.tickAtMs + 86_400_001);
  expect(await screen.findByText('The result does not follow from the published prices')).toBeVisible();
});

it('an opening has no profit to check', async () => {
  openProof('?product=leverage&deal=70', (api) => api.respond('leverageProve', anOpeningProof()));
  await screen.findByText('The result follows from the published prices');
  expect(screen.getByRole('heading', { name: 'Opening' })).toBeVisible();
  expect(stateOf('Price difference')).toBe('Does not apply');
});

it('a fill: the book of its price, and that it is a model', async () => {
  const context = openProof('?product=spot&order=9&deal=91', (api) => api.respond('spotProve', aSpotProof()));
  await screen.findByText('The result follows from the published prices');
  expect(context.api.callsOf('spotProve').at(-1)?.request).toMatchObject({ fillId: '91' });
  expect(screen.getByRole('heading', { name: 'Fill' })).toBeVisible();
  const checks = await verifyFill(aSpotProof(), sha256);
  const shown = within(screen.getByRole('list', { name: 'Checks' }));
  expect(shown.getAllByText(/^(Holds|Does not apply)$/)).toHaveLength(checks.length);
  expect(screen.getByText(/The book is a published model/)).toBeVisible();
});

it('without a name nothing is asked of the server', async () => {
  const context = openProof('?product=leverage&order=7');
  expect(await screen.findByText('No order was named')).toBeVisible();
  await waitFor(() => expect(context.api.callsOf('leverageProve')).toHaveLength(0));
});

it('a refusal is shown, and can be tried again', async () => {
  openProof('?product=spot&deal=5', (api) => api.respond('spotProve', new AppError('ORDER_NOT_FOUND')));
  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible();
});

it('a seconds order is shown as before', async () => {
  const ticks = aTickRun('BTC-USDT', [
    [-300, '100'],
    [200, '100.5'],
    [10_000, '101'],
    [20_000, '99'],
    [29_900, '101.25'],
    [30_100, '50'],
  ]);
  const point = (seq: number) =>
    ticks.flatMap(({ seq: own, atMs, price }) => (own === seq ? [{ seq, atMs, price }] : []))[0] ?? null;
  const order = aSettledSecondsOrder({
    symbol: 'BTC-USDT',
    direction: 'long',
    seconds: 30,
    stake: '100',
    fee: '2',
    payoutRate: '0.85',
    feeRate: '0.02',
    ruleVersion: 1,
    status: 'settled',
    acceptedAtMs: proofStartMs,
    expiresAtMs: proofStartMs + 30_000,
    entry: point(42),
    exit: point(45),
    next: point(46),
    outcome: 'won',
    voidReason: null,
    returned: '185',
    profit: '83',
    settledAtMs: proofStartMs + 30_200,
  });
  const { version, ...rule } = secondsRule(1);
  openProof(`?order=${order.id}`, (api) =>
    api.respond('secondsProve', {
      order,
      rule: { version, ...rule },
      assetScale: 6,
      ticks,
      anchors: [anAnchorOver(ticks)],
      feedDay: null,
      incident: null,
    }),
  );
  expect(await screen.findByText('The result follows from the published prices')).toBeVisible();
  expect(stateOf('Won, lost or returned')).toBe('Holds');
});

describe('beside what the proof cannot make up', () => {
  const openClosing = (respond: (context: FakeContext) => void) => {
    const context = openProof('?product=leverage&deal=71', (api) => api.respond('leverageProve', aLeverageProof()));
    respond(context);
    return context;
  };
  const shownAnchors = () => aLeverageProof().anchors;

  it('kept on this device and public now: the same', async () => {
    openClosing(({ api, evidence }) => {
      evidence.comparison = { compared: { roots: 1, heads: 3, receipts: 1, seeds: 0 }, differences: [] };
      api.respond('publicRecord', { entries: [], hasMore: false });
      api.respond('anchors', { anchors: shownAnchors() });
      api.respond('witnessed', { witnesses: [], roots: [], forks: [] });
    });
    await screen.findByText('The result follows from the published prices');
    await waitFor(() => expect(stateOf('What this device kept agrees')).toBe('Holds'));
    expect(stateOf('What is public now agrees')).toBe('Holds');
    expect(stateOf('An outside witness holds the same seals')).toBe('No witness');
  });

  it('nothing was kept of that time, and nobody answers: said so, and no doubt is cast', async () => {
    openClosing(({ api }) => api.respond('anchors', new AppError('NETWORK_UNREACHABLE')));
    expect(await screen.findByText('The result follows from the published prices')).toBeVisible();
    await waitFor(() => expect(stateOf('What this device kept agrees')).toBe('Nothing kept of that time'));
    expect(stateOf('What is public now agrees')).toBe('Not published yet');
  });

  it('another root than this device kept: the verdict says so, whatever the proof shows of itself', async () => {
    openClosing(({ api, evidence }) => {
      const difference = { kind: 'root' as const, of: '60000', kept: 'aa', shown: 'bb', keptAtMs: 1, foundAtMs: 2 };
      evidence.comparison = { compared: { roots: 1, heads: 0, receipts: 0, seeds: 0 }, differences: [difference] };
      api.respond('anchors', { anchors: shownAnchors() });
    });
    expect(await screen.findByText('This proof does not agree with what was kept or published')).toBeVisible();
    expect(stateOf('What this device kept agrees')).toBe('Does not hold');
    expect(screen.getByText('Computed: 60000 aa')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save proof and evidence' })).toBeVisible();
  });

  it('a proof whose roots are not the public ones', async () => {
    openClosing(({ api }) =>
      api.respond('anchors', { anchors: shownAnchors().map((anchor) => ({ ...anchor, root: 'f'.repeat(64) })) }),
    );
    expect(await screen.findByText('This proof does not agree with what was kept or published')).toBeVisible();
    expect(stateOf('What is public now agrees')).toBe('Does not hold');
  });

  it('an incident that nobody published is found out, one that is in the public record is not', async () => {
    const incident = {
      id: '3',
      symbol: 'BTC-USDT',
      fromMs: proofStartMs - 9000,
      toMs: proofStartMs - 8000,
      reason: 'wrong prices',
      publishedAtMs: proofStartMs,
    };
    const body = (toMs: number): string => JSON.stringify({ ...incident, toMs });
    const openWith = (published: readonly string[]) =>
      openProof('?product=leverage&deal=71', (api) => {
        api.respond('leverageProve', aLeverageProof({ incidents: [incident] }));
        api.respond('anchors', { anchors: shownAnchors() });
        const { publish, shown } = signingExchange('ours');
        for (const text of published) publish('incident', text);
        api.respond('publicRecord', shown);
      });
    openWith([body(incident.toMs + 1)]);
    expect(await screen.findByText('This proof does not agree with what was kept or published')).toBeVisible();
    expect(stateOf('What is public now agrees')).toBe('Does not hold');
    act(() => handle?.unmount());
    document.body.replaceChildren();
    openWith([body(incident.toMs + 1), body(incident.toMs)]);
    await waitFor(() => expect(stateOf('What is public now agrees')).toBe('Holds'));
  });

  it('a witness: the chain leads from the proof to the root that it signed, or it does not', async () => {
    const last = shownAnchors().at(-1)!;
    const held = { witness: 'w', kind: 'countersigner' as const, minuteMs: last.minuteMs, atMs: 1, statement: '' };
    const answer = (root: string) => ({ witnesses: [], roots: [{ ...held, root }], forks: [] });
    openClosing(({ api }) => {
      api.respond('anchors', { anchors: shownAnchors() });
      api.respond('witnessed', answer(last.root));
    });
    await waitFor(() => expect(stateOf('An outside witness holds the same seals')).toBe('Holds as far as shown'));
    act(() => handle?.unmount());
    document.body.replaceChildren();
    openClosing(({ api }) => {
      api.respond('anchors', { anchors: shownAnchors() });
      api.respond('witnessed', answer('f'.repeat(64)));
    });
    await waitFor(() => expect(stateOf('An outside witness holds the same seals')).toBe('Does not hold'));
  });
});

it('a liquidation of a loan: recomputed from the tick and the mean of its minute; a bent sale is told', async () => {
  const ticks = aTickRun('BTC-USDT', [
    [-61_000, '64000'],
    [-59_000, '60020'],
    [0, '60000'],
  ]);
  const piece = {
    ...{ kind: 'coin' as const, asset: 'BTC', orderId: null, amount: '0.02', weight: '1', scale: 8 },
    price: { symbol: 'BTC-USDT', seq: 43, fromSeq: 42, atMs: proofStartMs, price: '60000', mean: '60010' },
    ...{ sold: '0.01688553', gross: '1013.1318', fee: '10.131318', penalty: '0', returned: '0.00311447' },
  };
  let surplus = '0.000482';
  const agreed: Loan = {
    ...{
      id: '7',
      clientOrderId: null,
      orderNumber: 'L00000007',
      termId: '30',
      asset: 'USDT',
      principal: '1000',
      days: 30,
      minDays: 1,
    },
    ...{ dailyRate: '0.0005', overdueRate: '0.001', initialLtv: '0.65', callLtv: '0.75', liquidationLtv: '0.83' },
    ...{
      liquidationFee: '0.01',
      interest: '3',
      repaid: '1003',
      owed: '0',
      interestOwed: '0',
      principalOwed: '0',
      interestPerDay: '0',
    },
    ...{ collateral: [], ltv: null, callPrice: null, liquidationPrice: null, status: 'liquidated', isCalled: false },
    ...{ startsAtMs: proofStartMs, dueAtMs: proofStartMs, reason: null, steps: [], decisions: [] },
  };
  let liquidationLtv = '0.83';
  const respond = (api: FakeContext['api']) => {
    api.respond('loanOrders', () => ({ items: [{ ...agreed, liquidationLtv }], page: 1, pageSize: 20, total: 1 }));
    api.respond('loanProve', () => ({
      ...{ loanId: '7', ticks, anchors: [anAnchorOver(ticks)], feedDay: null, incidents: [] },
      decision: {
        ...{ id: '71', kind: 'liquidation' as const, atMs: proofStartMs, level: '0.83', owed: '1003', ltv: '0.835694' },
        ...{ liquidationFee: '0.01', repaid: '1003', surplus, insured: '0', ruleVersion: 1, collateral: [piece] },
      },
    }));
  };
  openProof('?product=loan&deal=71', respond);
  expect(await screen.findByText('The result follows from the published prices')).toBeVisible();
  expect(stateOf('The level was reached by both prices')).toBe('Holds');
  await waitFor(() => expect(stateOf('The terms are those that the loan was made on')).toBe('Holds'));
  expect(screen.getByText(/mean of the minute 60,010\.0000$/)).toBeVisible();
  act(() => handle?.unmount());
  document.body.replaceChildren();
  surplus = '0';
  liquidationLtv = '0.85';
  openProof('?product=loan&deal=71', respond);
  expect(await screen.findByText('The result does not follow from the published prices')).toBeVisible();
  expect(stateOf('What was sold, paid and given back')).toBe('Does not hold');
  await waitFor(() => expect(stateOf('The terms are those that the loan was made on')).toBe('Does not hold'));
});
