/**
 * What the calls answer while no exchange is there: every call some value that its schema allows, and those that a page
 * is empty without a believable one over the played market. A seconds order is accepted and, when its time is over,
 * settled by the played price: its event comes over the private stream as from the exchange.
 */
import type { Subject } from '@tessera/shared/kernel';
import { endpoints, type EndpointName, type PrivateEvent, type SecondsOrder } from '../../domain/contract';
import { feeOf, settlementOf } from '../../domain/fairness';
import { amount, compare, price, rate, toText } from '../../domain/money';
import type { ServerClock } from '../../domain/time';
import { aDuration, aSecondsOrder, aUserInfo, aWalletList, aWalletRecord } from '../builders';
import type { FakeApi } from '../FakeApi';
import { aForexLeverageTerms, aLeverageOrder, aLeverageTerms } from '../leverageBuilders';
import { aFilledSpotOrder, aSpotOrder, aSpotTerms } from '../spotBuilders';
import type { PlayedMarket } from './playedMarket';
import { sampleOf } from './sampleOf';

export interface FakeAnswersDeps {
  readonly api: FakeApi;
  readonly market: PlayedMarket;
  readonly clock: ServerClock;
  readonly mode: () => 'real' | 'demo';
  readonly privateEvents$: Subject<PrivateEvent | { readonly type: 'resync' }>;
  /** Runs the action once so much time has passed. */
  after(ms: number, action: () => void): void;
}

const assetScale = 6;
const page = <Item>(items: readonly Item[]) => ({ items: [...items], page: 1, pageSize: 20, total: items.length });

export function layDownAnswers(parts: FakeAnswersDeps): void {
  const { api } = parts;
  for (const name of Object.keys(endpoints) as EndpointName[])
    api.respond(name, () => sampleOf(endpoints[name].response) as never);
  layDownMarket(parts);
  layDownPerson(parts);
  layDownSeconds(parts);
  layDownOrders(parts);
}

function layDownMarket({ api, market, clock }: FakeAnswersDeps): void {
  const quotesOf = (assetClasses: readonly string[]) => ({
    serverMs: clock.now(),
    quotes: market.symbols.filter((symbol) => assetClasses.includes(symbol.assetClass)).map(({ symbol }) => market.quote(symbol)),
  });
  const assets = ['USDT', 'BTC', 'ETH', 'SOL', 'XRP', 'DOGE'].map((asset) => ({
    asset,
    scale: assetScale,
    shownScale: asset === 'USDT' ? 2 : 6,
  }));
  api.respond('serverTime', () => ({ serverMs: clock.now() }));
  api.respond('coinList', { version: 1, symbols: [...market.symbols], assets });
  api.respond('quotation', ({ assetClass }) => quotesOf(assetClass === undefined ? ['crypto', 'forex', 'metal'] : [assetClass]));
  api.respond('whQuotation', () => quotesOf(['forex', 'metal']));
  for (const name of ['timeshare', 'whTimeshare'] as const) {
    api.respond(name, ({ symbol, frame, before, limit }) => ({
      symbol,
      frame,
      hasOlder: false,
      serverMs: clock.now(),
      candles: market.candles(symbol, frame, limit).filter(([startMs]) => before === undefined || startMs < before),
    }));
  }
  api.respond('recentTicks', ({ symbol, limit }) => ({ symbol, ticks: market.ticks(symbol, limit) }));
  api.respond('depth', ({ symbol }) => market.book(symbol));
  api.respond('recentTrades', ({ symbol }) => ({ symbol, trades: market.book(symbol).trades, isModelled: true }));
}

function layDownPerson({ api, clock, mode }: FakeAnswersDeps): void {
  const article = {
    id: 'article-1',
    category: 'notice' as const,
    title: 'A notice of the played exchange',
    summary: 'Its first lines.',
    publishedAtMs: clock.now() - 3_600_000,
  };
  api.respond('userInfo', () => aUserInfo({ mode: mode() }));
  api.respond('walletList', () => aWalletList({ mode: mode(), asOfMs: clock.now() }));
  api.respond('walletDetail', () => ({ ...page([aWalletRecord({ atMs: clock.now() - 60_000 })]), next: null }));
  api.respond('payableCurrencies', () => ({ mode: mode(), items: [{ asset: 'USDT', available: '5000.75' }] }));
  api.respond('newsList', () => page([article]));
  api.respond('newsDetail', () => ({ ...article, body: 'The first paragraph.\n\nThe second paragraph.' }));
  api.respond('newsBanners', { items: [] });
  api.respond('areaCodes', {
    items: [
      { country: 'DE', areaCode: '49', isRestricted: false },
      { country: 'JP', areaCode: '81', isRestricted: false },
    ],
  });
  api.respond('eventsSince', { events: [], lastSeq: 0, isComplete: true });
}

function layDownSeconds({ api, market, clock, mode, privateEvents$, after }: FakeAnswersDeps): void {
  const orders: SecondsOrder[] = [];
  const terms = [aDuration(), aDuration({ seconds: 60, payoutRate: '0.87' }), aDuration({ seconds: 120, payoutRate: '0.9' })];
  const tickOf = (symbol: string) => {
    const { seq, price: latest } = market.quote(symbol);
    return { seq, atMs: clock.now(), price: latest };
  };
  let eventSeq = 0;
  const settle = (id: string) => {
    const index = orders.findIndex((order) => order.id === id);
    const order = orders[index];
    if (order?.entry == null) return;
    const exit = tickOf(order.symbol);
    const rose = compare(price(exit.price), price(order.entry.price));
    const outcome = rose === 0 ? 'equal' : rose > 0 === (order.direction === 'long') ? 'won' : 'lost';
    const payout = {
      stake: amount(order.stake),
      payoutRate: rate(order.payoutRate),
      feeRate: rate(order.feeRate),
      scale: assetScale,
    };
    const { returned, profit } = settlementOf(outcome, payout, amount(order.fee));
    const settled: SecondsOrder = {
      ...order,
      status: 'settled',
      exit,
      next: exit,
      outcome,
      returned: toText(returned),
      profit: toText(profit),
      settledAtMs: clock.now(),
    };
    orders[index] = settled;
    eventSeq += 1;
    privateEvents$.next({ type: 'order.updated', seq: eventSeq, mode: mode(), atMs: clock.now(), order: settled });
  };

  api.respond('durations', { asset: 'USDT', ruleVersion: 1, durations: terms });
  api.respond('secondsTerms', ({ symbol, seconds }) => {
    const { price: latest, seq } = market.quote(symbol);
    const { payoutRate = '0.85', feeRate = '0.02' } = terms.find((term) => term.seconds === seconds) ?? {};
    return {
      quoteId: `quote-${seq}`,
      symbol,
      seconds,
      price: latest,
      priceSeq: seq,
      payoutRate,
      feeRate,
      ruleVersion: 1,
      expiresAtMs: clock.now() + 5000,
    };
  });
  for (const name of ['secondsSubmit', 'secondsWhSubmit'] as const) {
    api.respond(name, ({ clientOrderId, symbol, direction, seconds, stake, asset }) => {
      const { payoutRate = '0.85', feeRate = '0.02' } = terms.find((term) => term.seconds === seconds) ?? {};
      const order = aSecondsOrder({
        id: `alone-${orders.length + 1}`,
        clientOrderId,
        mode: mode(),
        symbol,
        direction,
        seconds,
        stake,
        asset,
        payoutRate,
        feeRate,
        fee: toText(feeOf({ stake: amount(stake), feeRate: rate(feeRate), scale: assetScale })),
        acceptedAtMs: clock.now(),
        expiresAtMs: clock.now() + seconds * 1000,
        entry: tickOf(symbol),
      });
      orders.push(order);
      after(seconds * 1000 + 500, () => settle(order.id));
      return order;
    });
  }
  for (const name of ['secondsOrders', 'secondsWhOrders'] as const) {
    api.respond(name, ({ status }) => ({
      ...page(orders.filter((order) => (order.status === 'settled') === (status === 'closed')).reverse()),
      totals: { stake: '0', fee: '0', profit: '0', won: 0, lost: 0, returned: 0 },
    }));
  }
  api.respond('secondsFind', ({ clientOrderId }) => ({
    order: orders.find((order) => order.clientOrderId === clientOrderId) ?? null,
  }));
}

function layDownOrders({ api, market, clock }: FakeAnswersDeps): void {
  const infoOf = (symbol: string) => market.symbols.find((info) => info.symbol === symbol);
  const now = () => ({ acceptedAtMs: clock.now(), updatedAtMs: clock.now() });
  api.respond('spotTerms', ({ symbol }) => aSpotTerms({ symbol, tickSize: infoOf(symbol)?.tickSize ?? '0.01' }));
  api.respond('spotSubmit', ({ clientOrderId, symbol, side, entrustment }) =>
    aFilledSpotOrder({ clientOrderId, symbol, side, entrustment, ...now() }),
  );
  api.respond('spotOrders', ({ status }) => ({
    ...page(status === 'open' ? [aSpotOrder(now())] : [aFilledSpotOrder({ id: '72', ...now() })]),
    totals: { bought: '612.303', sold: '0', fee: '0.612303' },
  }));
  api.respond('leverageTerms', ({ symbol }) => {
    const { digits = 2, pipSize = '0.1', assetClass = 'crypto' } = infoOf(symbol) ?? {};
    return assetClass === 'crypto'
      ? aLeverageTerms({ symbol, digits, pipSize })
      : aForexLeverageTerms({ symbol, digits, pipSize });
  });
  api.respond('leverageSubmit', ({ clientOrderId, symbol, direction, lots }) =>
    aLeverageOrder({ clientOrderId, symbol, direction, lots, openLots: lots, acceptedAtMs: clock.now() }),
  );
  api.respond('leverageOrders', ({ status }) => ({
    ...page(
      status === 'open' ? [aLeverageOrder({ acceptedAtMs: clock.now() - 600_000, openedAtMs: clock.now() - 599_700 })] : [],
    ),
    totals: { margin: '610', fee: '6.1', swap: '0', realizedProfit: '0' },
  }));
}
