/** A deal of a leveraged position, from its proof. */
import { check, compared, none, type Check } from './Check';
import { canonicalText } from './canonicalText';
import { countsAs, type ClosingMargin } from './countsAs';
import {
  compare,
  exact,
  least,
  minus,
  most,
  negative,
  one,
  over,
  plus,
  rounded,
  sumOf,
  textOf,
  times,
  whole,
  zero,
  type Exact,
} from './Exact';
import type { Known } from './Known';
import { lastTickState, showsLastTicks } from './lastTick';
import { tickHash } from './log';
import { isLive, logChecks, meets, reachesBefore, receiptCheck, runCheck, tickText } from './logOfProof';
import { dealRequestCheck } from './requests';
import { runReach } from './runReach';
import type { Deal, DealProof, Night, Position, PositionOfAccount, Receipt, Tick } from './shapes';
import { termsCheck } from './terms';

/** By version: does it know set-offs? The times are the same for all of them. */
const setsOff: Readonly<Record<number, boolean>> = { 1: false, 2: true };
const marketWithinMs = 5000;
const closeWithinMs = 30_000;
const nightsWithRuns = 5;
const reasons: Readonly<Record<string, string | null>> = {
  market: null,
  limit: null,
  close: 'user',
  take_profit: 'take_profit',
  stop_loss: 'stop_loss',
  liquidation: 'liquidation',
  stop_out: 'stop_out',
  set_off: 'set_off',
};

/** A price as small as its own spread has no room below. */
function bidOf(at: Exact, below: string): Exact {
  const bid = minus(at, exact(below));
  return bid.n > 0n ? bid : at;
}
const priceAt = (position: Position, kind: 'open' | 'close', tickPrice: string): Exact =>
  (position.direction === 'long') === (kind === 'open')
    ? plus(exact(tickPrice), exact(position.spreadAbove))
    : bidOf(exact(tickPrice), position.spreadBelow);

const notionalOf = (units: Exact, at: Exact, divisor: Exact, scale: number): Exact =>
  rounded(over(times(units, at), divisor), scale, 'up');
export function profitOf(
  direction: 'long' | 'short',
  units: Exact,
  open: Exact,
  close: Exact,
  divisor: Exact,
  scale: number,
): Exact {
  const move = direction === 'long' ? minus(close, open) : minus(open, close);
  const profit = over(times(units, move), divisor);
  return rounded(profit, scale, profit.n < 0n ? 'up' : 'down');
}
export const notionalAt = notionalOf;

/** open ∓ (margin - opening notional × maintenance rate) ÷ quantity, in the holder's favour. undefined: not above zero. */
export function liquidationPrice(
  position: {
    readonly direction: 'long' | 'short';
    readonly openPrice: Exact;
    readonly margin: Exact;
    readonly maintenanceRate: Exact;
    readonly units: Exact;
  },
  digits: number,
): Exact | undefined {
  const { direction, openPrice, margin, maintenanceRate, units } = position;
  const room = over(minus(margin, times(times(units, openPrice), maintenanceRate)), units);
  const at = direction === 'long' ? minus(openPrice, room) : plus(openPrice, room);
  const price = rounded(at, digits, direction === 'long' ? 'down' : 'up');
  return at.n > 0n && price.n > 0n ? price : undefined;
}

export interface Closing {
  readonly released: Exact;
  readonly profit: Exact;
  readonly fee: Exact;
}
export interface Paid {
  readonly fee: Exact;
  readonly insured: Exact;
}
/** The fee is taken as far as money is left, and what is below zero is insured; of several closings the earlier first. */
export function paidBy(closings: readonly Closing[], free: Exact): Paid[] {
  const left = plus(sumOf(closings.flatMap(({ released, profit }) => [released, profit])), free);
  let feeLeft = least(most(left, zero), sumOf(closings.map(({ fee }) => fee)));
  let lackLeft = most(negative(left), zero);
  return closings.map(({ released, profit, fee: asked }) => {
    const fee = least(asked, feeLeft);
    const insured = least(most(negative(plus(released, profit)), zero), lackLeft);
    [feeLeft, lackLeft] = [minus(feeLeft, fee), minus(lackLeft, insured)];
    return { fee, insured };
  });
}

interface Before {
  readonly openLots: Exact;
  readonly margin: Exact;
}

const releasedOf = (margin: Exact, lots: Exact, openLots: Exact, scale: number): Exact =>
  compare(lots, openLots) >= 0 ? margin : rounded(over(times(margin, lots), openLots), scale, 'down');

/** From the opening, the earlier closings and the nights between. A night at a tick's instant comes before it. */
function stateBefore({ order, deal, earlier, swaps, assetScale }: DealProof): Before {
  let [openLots, margin] = [deal.kind === 'open' ? zero : exact(order.lots), zero];
  const steps = [
    ...swaps.map(({ rolloverMs, fromMargin }) => ({
      atMs: rolloverMs,
      take: () => void (margin = minus(margin, exact(fromMargin))),
    })),
    ...earlier.map((one) => ({
      atMs: one.tickAtMs,
      take() {
        if (one.kind === 'open') margin = plus(margin, exact(one.margin));
        else {
          margin = minus(margin, releasedOf(margin, exact(one.lots), openLots, assetScale));
          openLots = minus(openLots, exact(one.lots));
        }
      },
    })),
  ].sort((a, b) => a.atMs - b.atMs);
  for (const { take } of steps) take();
  return { openLots, margin };
}

const openingOf = ({ deal, earlier }: DealProof): Deal | undefined =>
  deal.kind === 'open' ? undefined : earlier.find(({ kind }) => kind === 'open');

/** With the price, the instant and the margin of the opening as they follow from the opening's own ticks. */
function asOpened(told: DealProof): DealProof {
  const opening = openingOf(told);
  if (opening === undefined) return told;
  const { order, earlier, assetScale } = told;
  const at = priceAt(order, 'open', opening.tickPrice);
  const units = times(exact(opening.lots), exact(order.contractSize));
  const notional = notionalOf(units, at, exact(opening.divisor), assetScale);
  const margin = textOf(rounded(over(notional, whole(order.leverage)), assetScale, 'up'));
  return {
    ...told,
    order: { ...order, openPrice: textOf(at), openedAtMs: opening.tickAtMs },
    earlier: earlier.map((one) => (one === opening ? { ...one, margin } : one)),
  };
}

/** What is told of the opening is what follows from it, and its tick is in the log where its run is shown, or owed. */
function isOpenedAsTold(told: DealProof, known: Known): boolean {
  const opening = openingOf(told);
  if (opening === undefined) return told.deal.kind === 'open';
  const { order, earlier } = asOpened(told);
  const margin = earlier.find(({ id }) => id === opening.id)?.margin;
  const isTold =
    told.order.openPrice !== null &&
    [told.order.openPrice, opening.price].every((at) => textOf(exact(at)) === order.openPrice) &&
    (told.order.openedAtMs ?? opening.tickAtMs) === opening.tickAtMs &&
    textOf(exact(opening.margin)) === margin &&
    opening.orderId === order.id &&
    compare(exact(opening.lots), exact(order.lots)) === 0;
  if (!isTold) return false;
  const { symbol, tickSeq, tickAtMs, tickPrice } = opening;
  const run = (told.conversions ?? []).find((one) => one.atMs === tickAtMs && one.ticks[0]?.symbol === symbol);
  const tick = run?.ticks[0] ?? told.ticks.find(({ seq }) => seq === tickSeq);
  if (tick === undefined) return !showsLastTicks(told);
  const isNamed = tick.seq === tickSeq && tick.atMs === tickAtMs && compare(exact(tick.price), exact(tickPrice)) === 0;
  return isNamed && (run === undefined || lastTickState(told, tick, tickAtMs, known) !== 'failed');
}

export function checkDeal(told: DealProof, known: Known): Check[] {
  const proof = asOpened(told);
  const { order, deal, ticks, trigger, nightTerms, assetScale } = proof;
  const incidents = [...proof.incidents, ...(proof.conversions ?? []).flatMap((one) => one.incidents)];
  const tick = ticks.find(({ seq }) => seq === deal.tickSeq);
  const isOurs = deal.symbol === order.symbol && deal.orderId === order.id && deal.direction === order.direction;
  const before = stateBefore(proof);
  const figures = figuresOf(proof, before);
  const figure = (name: string, stated: string, computed: Exact): Check =>
    compared(name, textOf(exact(stated)), textOf(computed));
  const opening = [deal, ...proof.earlier].find(({ kind }) => kind === 'open');
  return [
    check('rule', proof.ruleVersion in setsOff ? 'ok' : 'failed', String(proof.ruleVersion), Object.keys(setsOff).join(' ')),
    runCheck(order.symbol, ticks, tick !== undefined && isFarBack(proof)),
    isOpenedAsTold(told, known)
      ? compared(
          'tick',
          tickText({ seq: deal.tickSeq, atMs: deal.tickAtMs, price: deal.tickPrice }),
          tickText(isOurs && tick !== undefined && isLive(tick) ? tick : undefined),
        )
      : check(
          'tick',
          'failed',
          `opened at ${told.order.openPrice ?? none}`,
          `${opening?.price ?? none} of #${opening?.tickSeq ?? none}`,
        ),
    triggerCheck(proof),
    firstCheck(proof),
    liquidationCheck(proof, before),
    accountTicksCheck(proof, accountCheck(proof), known),
    toldFreeCheck(proof),
    divisorCheck(proof, known),
    nightsCheck(proof, known),
    figure('price', deal.price, figures.price),
    lotsCheck(proof, before),
    figure('notional', deal.notional, figures.notional),
    figure('margin', deal.margin, figures.margin),
    deal.kind === 'open'
      ? check('profit', deal.profit === null ? 'absent' : 'failed', deal.profit ?? none)
      : deal.profit === null
        ? check('profit', 'failed')
        : figure('profit', deal.profit, figures.profit),
    figure('fee', deal.fee, figures.fee),
    figure('insured', deal.insured, figures.insured),
    receiptCheck(
      {
        product: 'leverage',
        order,
        terms: {
          direction: order.direction,
          entrustment: order.entrustment,
          marginMode: order.marginMode,
          lots: order.lots,
          leverage: order.leverage,
          contractSize: order.contractSize,
          limitPrice: order.limitPrice,
          feeRate: order.feeRate,
          maintenanceRate: order.maintenanceRate,
          spreadBelow: order.spreadBelow,
          spreadAbove: order.spreadAbove,
          digits: proof.digits,
          toleratedMove: proof.toleratedMove,
          ruleVersion: proof.ruleVersion,
          ...(trigger.kind === 'market' ? { seenPrice: trigger.price } : {}),
          // Receipts from before do not name it.
          ...(order.receipt?.terms['closingMargin'] === undefined ? {} : { closingMargin: raisedMargin(order) }),
          ...(nightTerms === undefined
            ? {}
            : { swapMode: nightTerms.mode, swapPerNight: nightTerms.perNight, tripleWeekday: nightTerms.tripleWeekday }),
        },
        headSeq: undefined,
        decidingSeq: opening?.tickSeq,
        ticks,
      },
      known,
    ),
    dealRequestCheck(proof, before.openLots, known),
    termsCheck(proof, proof.anchors, known),
    ...logChecks(
      proof,
      { symbol: order.symbol, decidingSeq: deal.tickSeq, incidents, of: { product: 'leverage', order, beforeSeq: deal.tickSeq } },
      known,
    ),
  ];

  function figuresOf({ divisorTick }: DealProof, { openLots, margin: held }: Before) {
    const divisor = divisorTick === null ? one : exact(divisorTick.price);
    const units = times(exact(deal.lots), exact(order.contractSize));
    const price = priceAt(order, deal.kind, deal.tickPrice);
    const notional = notionalOf(units, price, divisor, assetScale);
    const fee = rounded(times(notional, exact(order.feeRate)), assetScale, 'up');
    if (deal.kind === 'open') {
      const margin = rounded(over(notional, whole(order.leverage)), assetScale, 'up');
      return { price, notional, margin, profit: zero, fee, insured: zero };
    }
    const margin = openLots.n > 0n ? releasedOf(held, exact(deal.lots), openLots, assetScale) : zero;
    const profit = profitOf(order.direction, units, exact(order.openPrice ?? ''), price, divisor, assetScale);
    return { price, notional, margin, profit, ...paidOf(proof, { released: margin, profit, fee }) };
  }
}

/** Exact for isolated positions, stop-outs and set-offs. Behind a single cross closing stood free money that the proof does not show. */
function paidOf({ order, deal, account, assetScale }: DealProof, closing: Closing): Paid {
  if (account !== null) {
    const index = account.positions.findIndex(({ orderId }) => orderId === order.id);
    const shares = paidBy(
      account.positions.map((position) => closingOf(position, assetScale)),
      exact(account.free),
    );
    return shares[index] ?? { fee: zero, insured: zero };
  }
  const alone = paidBy([closing], zero)[0] ?? { fee: zero, insured: zero };
  if (order.marginMode === 'isolated') return alone;
  const stated: Paid = { fee: exact(deal.fee), insured: exact(deal.insured) };
  const isWithin =
    compare(stated.insured, zero) >= 0 &&
    compare(stated.insured, alone.insured) <= 0 &&
    (stated.insured.n > 0n ? stated.fee.n === 0n : compare(stated.fee, alone.fee) >= 0 && compare(stated.fee, closing.fee) <= 0);
  return isWithin ? stated : alone;
}

const divisorOf = (tick: Tick | null): Exact => (tick === null ? one : exact(tick.price));
export function closingOf(position: PositionOfAccount, scale: number): Closing {
  const units = times(exact(position.lots), exact(position.contractSize));
  const divisor = divisorOf(position.divisorTick);
  const at = priceAt(position, 'close', position.tick.price);
  const profit = profitOf(position.direction, units, exact(position.openPrice), at, divisor, scale);
  const fee = rounded(times(notionalOf(units, at, divisor, scale), exact(position.feeRate)), scale, 'up');
  return { released: exact(position.margin), profit, fee };
}

function isMet({ order, trigger, toleratedMove }: DealProof, tickPrice: string): boolean {
  const isLong = order.direction === 'long';
  if (['close', 'stop_out', 'set_off'].includes(trigger.kind)) return true;
  if (trigger.price === null) return false;
  const at = exact(trigger.price);
  const [opens, closes] = [priceAt(order, 'open', tickPrice), priceAt(order, 'close', tickPrice)];
  /** At `at` or on the side of it that is lower for a long and higher for a short. */
  const isBelow = (price: Exact): boolean => compare(price, at) * (isLong ? 1 : -1) <= 0;
  switch (trigger.kind) {
    case 'market': {
      const move = times(at, exact(toleratedMove));
      return isLong ? compare(opens, plus(at, move)) <= 0 : compare(opens, minus(at, move)) >= 0;
    }
    case 'limit':
      return order.limitPrice !== null && compare(at, exact(order.limitPrice)) === 0 && isBelow(opens);
    case 'take_profit':
      return compare(closes, at) * (isLong ? 1 : -1) >= 0;
    case 'stop_loss':
      return isBelow(closes);
    case 'liquidation':
      return isBelow(exact(tickPrice));
    default:
      return false;
  }
}

function triggerCheck(proof: DealProof): Check {
  const { order, deal, trigger, account } = proof;
  const isOpening = trigger.kind === 'market' || trigger.kind === 'limit';
  const isSame =
    isOpening === (deal.kind === 'open') &&
    reasons[trigger.kind] === deal.reason &&
    (!isOpening || (order.entrustment === trigger.kind && trigger.sinceMs === order.acceptedAtMs));
  const within = trigger.kind === 'market' ? marketWithinMs : trigger.kind === 'close' ? closeWithinMs : Number.POSITIVE_INFINITY;
  const isInTime =
    trigger.kind === 'stop_out' || trigger.kind === 'set_off'
      ? account !== null
      : deal.tickAtMs > trigger.sinceMs && deal.tickAtMs <= trigger.sinceMs + within;
  const isOk = isSame && isInTime && isMet(proof, deal.tickPrice);
  return check(
    'trigger',
    isOk ? 'ok' : 'failed',
    `${trigger.kind} ${trigger.price ?? none} ${trigger.sinceMs}`,
    `${deal.tickAtMs} ${deal.tickPrice}`,
  );
}

/** A market order and a close wait for seconds only: their run is never too long to be shown. A stop-out needs no run. */
function isFarBack({ ticks, trigger, deal, isRunComplete }: DealProof): boolean {
  const reach = runReach(ticks, trigger.sinceMs, deal.tickSeq);
  if (reach === 'whole' || isRunComplete) return reach === 'whole';
  return ['stop_out', 'set_off'].includes(trigger.kind) || (reach === 'cut' && !['market', 'close'].includes(trigger.kind));
}

function firstCheck(proof: DealProof): Check {
  const { deal, trigger, ticks, incidents } = proof;
  if (trigger.kind === 'stop_out' || trigger.kind === 'set_off') return check('first', 'absent');
  const earlier = ticks.find(
    (tick) =>
      tick.seq < deal.tickSeq &&
      tick.atMs > trigger.sinceMs &&
      isLive(tick) &&
      !meets(incidents, tick) &&
      (trigger.kind === 'market' || isMet(proof, tick.price)),
  );
  if (earlier !== undefined) return check('first', 'failed', `#${deal.tickSeq}`, tickText(earlier));
  return check(
    'first',
    reachesBefore(ticks, trigger.sinceMs) ? 'ok' : 'partial',
    `#${deal.tickSeq}`,
    `#${ticks[0]?.seq ?? none}..`,
  );
}

function liquidationCheck({ order, deal, trigger, digits }: DealProof, { openLots, margin }: Before): Check {
  if (deal.reason !== 'liquidation') return check('liquidation', 'absent');
  if (order.openPrice === null || order.marginMode !== 'isolated' || openLots.n <= 0n || trigger.price === null)
    return check('liquidation', 'failed', trigger.price ?? none);
  const at = liquidationPrice(
    {
      direction: order.direction,
      openPrice: exact(order.openPrice),
      margin,
      maintenanceRate: exact(order.maintenanceRate),
      units: times(openLots, exact(order.contractSize)),
    },
    digits,
  );
  return compared('liquidation', textOf(exact(trigger.price)), at === undefined ? none : textOf(at));
}

/** The margin before closings as the receipt names it. */
const raisedMargin = ({ closingMargin }: { readonly closingMargin?: ClosingMargin }): string | null =>
  closingMargin === undefined ? null : canonicalText(closingMargin);

const isHashed = (tick: Tick): boolean =>
  tickHash(tick.previousHash, tick) === tick.hash &&
  (tick.format2 === undefined || (tick.isFilled ?? false) === (tick.format2.kind !== 'live'));
const isSameTick = (a: Tick, b: Tick): boolean => a.symbol === b.symbol && a.seq === b.seq && a.hash === b.hash;

function accountCheck({ account, deal, order, divisorTick, ruleVersion, assetScale }: DealProof): Check {
  const isTogether = deal.reason === 'stop_out' || deal.reason === 'set_off';
  if (!isTogether && account === null) return check('account', 'absent');
  if (!isTogether || account === null || exact(account.free).n < 0n) return check('account', 'failed', account?.free ?? none);
  const { positions, tick: judgedAt } = account;
  for (const tick of [
    judgedAt,
    ...positions.flatMap((position) => [position.tick, ...(position.divisorTick === null ? [] : [position.divisorTick])]),
  ])
    if (!isHashed(tick) || !isLive(tick) || tick.atMs > judgedAt.atMs) return check('account', 'failed', tickText(tick));
  const wrong = positions.find(
    (one) =>
      one.tick.symbol !== one.symbol ||
      !converts(one, one.divisorTick) ||
      compare(exact(one.divisor), divisorOf(one.divisorTick)) !== 0,
  );
  if (wrong !== undefined) return check('account', 'failed', `${wrong.orderId} ${wrong.divisor}`);
  const own = positions.find(({ orderId }) => orderId === order.id);
  if (
    own === undefined ||
    own.tick.seq !== deal.tickSeq ||
    own.divisorTick?.hash !== divisorTick?.hash ||
    own.lots !== deal.lots ||
    own.margin !== deal.margin ||
    (own.leverage !== undefined && (own.leverage !== order.leverage || raisedMargin(own) !== raisedMargin(order)))
  )
    return check('account', 'failed', order.id);
  if (
    !positions.some(
      (one) => isSameTick(one.tick, judgedAt) || (one.divisorTick !== null && isSameTick(one.divisorTick, judgedAt)),
    )
  )
    return check('account', 'failed', tickText(judgedAt));
  const closings = positions.map((position) => closingOf(position, assetScale));
  if (deal.reason === 'stop_out') {
    const margin = sumOf(closings.map(({ released }) => released));
    const equity = sumOf([exact(account.free), margin, ...closings.map(({ profit }) => profit)]);
    const required = sumOf(positions.map((position) => countsAs(position, judgedAt.atMs)));
    // The highest level of all these positions counts; the others' receipts are not in the proof.
    const agreed = order.receipt?.terms['stopOutLevel'];
    const difference = typeof agreed === 'string' ? compare(exact(account.stopOutLevel), exact(agreed)) : 0;
    if (difference < 0 || (difference > 0 && positions.length === 1))
      return check('account', 'failed', account.stopOutLevel, String(agreed));
    const isOut = margin.n !== 0n && compare(equity, times(required, exact(account.stopOutLevel))) <= 0;
    const state = !isOut ? 'failed' : difference > 0 ? 'partial' : 'ok';
    return check('account', state, `<= ${account.stopOutLevel}`, `${textOf(equity)} / ${textOf(required)}`);
  }
  const [lacking, ...opposite] = positions;
  const [closing] = closings;
  if (lacking === undefined || closing === undefined) return check('account', 'failed');
  const left = plus(closing.released, closing.profit);
  const matched = sumOf(opposite.map(({ lots }) => exact(lots)));
  const isSetOff =
    setsOff[ruleVersion] === true &&
    left.n < 0n &&
    exact(account.free).n === 0n &&
    matched.n > 0n &&
    compare(matched, exact(lacking.lots)) <= 0 &&
    positions.every((position) => isSameTick(position.tick, judgedAt)) &&
    opposite.every(({ direction }) => direction !== lacking.direction);
  return check('account', isSetOff ? 'ok' : 'failed', '< 0', `${textOf(left)}, ${textOf(matched)} / ${lacking.lots}`);
}

/** Of a stop-out: what was free is the balance that it names. That the account held it only the statement shows (a whole account). */
function toldFreeCheck({ account, deal }: DealProof): Check {
  if (deal.reason !== 'stop_out' || account === null) return check('free', 'absent');
  const { free, before } = account;
  if (before === undefined) return check('free', 'partial', free);
  const isSame = compare(exact(before.balance), exact(free)) === 0;
  return check('free', isSame ? 'partial' : 'failed', free, `${before.balance} #${before.version}`);
}

/** A tick of the symbol that the receipt names; without one, of the one that the quote currency in the order's symbol asks for. */
function converts({ symbol, receipt }: { symbol: string; receipt?: Receipt }, tick: Tick | null): boolean {
  const quote = symbol.slice(symbol.lastIndexOf('-') + 1);
  const asked = quote === 'USD' || quote === 'USDT' ? null : `USD-${quote}`;
  return (tick?.symbol ?? null) === (receipt?.terms['divisorSymbol'] === undefined ? asked : receipt.terms['divisorSymbol']);
}

/** The ticks that the account was judged by were the last ones at its instant, as far as their runs are shown. */
function accountTicksCheck(proof: DealProof, result: Check, known: Known): Check {
  const { account } = proof;
  if (account === null || result.state === 'failed') return result;
  const ticks = account.positions.flatMap(({ tick, divisorTick }) => (divisorTick === null ? [tick] : [tick, divisorTick]));
  const states = ticks.map((tick) => lastTickState(proof, tick, account.tick.atMs, known));
  const wrong = states.indexOf('failed');
  if (wrong >= 0) return check('account', 'failed', tickText(ticks[wrong]));
  if (states.includes('pending')) return { ...result, state: 'pending' };
  return states.includes('partial') ? { ...result, state: 'partial' } : result;
}

/** The deciding tick itself, or the last one at the deal's instant: 'partial' where no run shows that, and none is owed. */
function divisorCheck(proof: DealProof, known: Known): Check {
  const { order, deal, divisorTick, account, ticks } = proof;
  const stated = textOf(exact(deal.divisor));
  if (!converts(order, divisorTick)) return check('divisor', 'failed', `${divisorTick?.symbol ?? none} ${stated}`);
  if (divisorTick === null) return check('divisor', stated === '1' ? 'absent' : 'failed', stated);
  const atMs = account?.tick.atMs ?? deal.tickAtMs;
  const isTrue = isHashed(divisorTick) && isLive(divisorTick) && divisorTick.atMs <= atMs;
  const result = compared('divisor', stated, isTrue ? textOf(exact(divisorTick.price)) : none);
  if (result.state === 'failed') return result;
  if (divisorTick.symbol === order.symbol) {
    const isDeciding = ticks.some((tick) => tick.seq === deal.tickSeq && isSameTick(tick, divisorTick));
    return isDeciding ? result : check('divisor', 'failed', stated, tickText(divisorTick));
  }
  const state = lastTickState(proof, divisorTick, atMs, known) ?? 'partial';
  return check('divisor', state, stated, tickText(divisorTick));
}

/** A person may close a part, and a set-off takes a part of the opposite; everything else is whole. */
function lotsCheck({ order, deal, account }: DealProof, { openLots }: Before): Check {
  const lots = exact(deal.lots);
  if (deal.kind === 'open') return compared('lots', textOf(lots), textOf(exact(order.lots)));
  const mayBePart = deal.reason === 'user' || (deal.reason === 'set_off' && account?.positions[0]?.orderId !== order.id);
  const isPart = mayBePart && lots.n > 0n && compare(lots, openLots) <= 0;
  return compared('lots', textOf(lots), isPart ? textOf(lots) : textOf(openLots));
}

/** Each night counts as the calendar says and is valued at the ticks that it names, at the lots that were open. */
function nightsCheck(proof: DealProof, known: Known): Check {
  const { swaps, nightTerms } = proof;
  if (swaps.length === 0) return check('nights', 'absent');
  const told = swaps.map(({ rolloverMs, amount }) => `${rolloverMs} ${amount}`).join(', ');
  const minute = proof.order.receipt?.terms['rolloverMinute'];
  const isRollover = ({ rolloverMs }: Night): boolean =>
    typeof minute !== 'number' || rolloverMs % 86_400_000 === minute * 60_000;
  const isOnceEach = new Set(swaps.map(({ rolloverMs }) => rolloverMs)).size === swaps.length;
  if (!isOnceEach || !swaps.every(isRollover)) return check('nights', 'failed', told, String(minute));
  if (nightTerms === undefined) return check('nights', showsLastTicks(proof) ? 'failed' : 'partial', told);
  const states = swaps.map((night) => nightState(proof, night, nightTerms, known));
  const state = (['failed', 'pending', 'partial'] as const).find((one) => states.includes(one)) ?? 'ok';
  return check('nights', state, told, states.join(' '));
}

function nightState(
  proof: DealProof,
  { rolloverMs, nights, amount, tick, divisorTick }: Night,
  { mode, perNight, tripleWeekday }: NonNullable<DealProof['nightTerms']>,
  known: Known,
): Check['state'] {
  const { order, digits, assetScale, swaps, earlier } = proof;
  const weekday = new Date(rolloverMs).getUTCDay();
  const counted = tripleWeekday === null ? 1 : weekday === 0 || weekday === 6 ? 0 : weekday === tripleWeekday ? 3 : 1;
  if (nights !== counted) return 'failed';
  if (tick === undefined) return showsLastTicks(proof) ? 'failed' : 'partial';
  for (const one of divisorTick === undefined ? [tick] : [tick, divisorTick])
    if (!isHashed(one) || !isLive(one) || one.atMs > rolloverMs) return 'failed';
  if (tick.symbol !== order.symbol || !converts(order, divisorTick ?? null)) return 'failed';
  if (divisorTick?.symbol === order.symbol && !isSameTick(divisorTick, tick)) return 'failed';
  // A swap in points hangs on its conversion alone. Of a long holding only the newest nights owe their runs.
  const isOwed = showsLastTicks(proof) && swaps.filter((one) => one.rolloverMs > rolloverMs).length < nightsWithRuns;
  const followed = [...(mode === 'points' ? [] : [tick]), ...(divisorTick === undefined ? [] : [divisorTick])].map(
    (one) => lastTickState(proof, one, rolloverMs, known, isOwed) ?? 'partial',
  );
  if (followed.includes('failed')) return 'failed';
  const { openLots } = stateBefore({
    ...proof,
    deal: { ...proof.deal, kind: 'close' },
    earlier: earlier.filter(({ tickAtMs }) => tickAtMs < rolloverMs),
    swaps: swaps.filter((one) => one.rolloverMs < rolloverMs),
  });
  const units = times(openLots, exact(order.contractSize));
  const divisor = divisorOf(divisorTick ?? null);
  const share = times(exact(perNight), whole(nights));
  const exactSwap =
    mode === 'rate'
      ? times(notionalOf(units, exact(tick.price), divisor, assetScale), share)
      : over(times(times(units, share), { n: 1n, d: 10n ** BigInt(digits) }), divisor);
  const swap = rounded(exactSwap, assetScale, exactSwap.n < 0n ? 'up' : 'down');
  const stated = exact(amount);
  if (compare(stated, swap) === 0) return (['pending', 'partial'] as const).find((one) => followed.includes(one)) ?? 'ok';
  // Nobody is charged what he does not have; what was free then is not in the proof.
  return swap.n < 0n && compare(stated, swap) > 0 && stated.n <= 0n ? 'partial' : 'failed';
}
