/**
 * "Check this deal": recomputes an opening or a closing of a leveraged position from its proof, in the browser of the
 * person who holds it. Nothing that the server concluded is taken over; its conclusions are only compared with ours.
 *
 * Honest limits: it shows that the deal follows from the published log, the order's own terms and the stop or limit as
 * the proof names them. What the free balance was at a single cross closing is not in the proof, so there only the bounds
 * of fee and insurance are checked; and a stop-out is recomputed at its tick, not at every tick before it.
 */
import type { LeverageProof } from '../contract/leverage';
import type { Tick } from '../contract/market';
import { closingMarginTermOf, closingMarginText, leverageTermsOf } from '../fairness/acceptedTerms';
import {
  absent,
  anchoredCheck,
  anchorRootsCheck,
  chainCheck,
  compared,
  feedSeedCheck,
  hashOfTick,
  none,
  reachesBefore,
  rootSignedCheck,
  runCheck,
  tickText,
  type Digest,
  type ProofCheck,
} from '../fairness/logChecks';
import { receiptCheck, type ReceiptCheckDeps } from '../fairness/receiptCheck';
import { runReach } from '../fairness/runReach';
import {
  add,
  amount,
  compare,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  multiply,
  negate,
  price,
  rate,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
} from '../money';
import { accountFigures, floatingProfitOf, spreadOf } from './account';
import { requiredMarginOf } from './closingMargin';
import { dealRequestCheck } from './dealRequest';
import { dealRules, type DealRule } from './dealRule';
import { closingMoneyOf } from './freeCheck';
import { isSameTick, lastTickState, showsLastTicks, type LastTickDeps } from './lastTick';
import { isAtLevel, isLiquidated, liquidationPriceOf } from './margin';
import { nightsCheck, type Night } from './nightCheck';
import { marginOf, noDivisor, notionalOf, profitOf, releasedMarginOf, tradeFeeOf, type Size, type Valuation } from './position';
import { settlementOfClosing, sharesOfStopOut } from './settlement';
import { isDivisorOf } from './isDivisorOf';
import { closingPrice, openingPrice } from './sides';
import { hasMovedAgainst, isLimitMet, isStopLossMet, isTakeProfitMet } from './triggers';

export const dealCheckNames = [
  'rule',
  'run',
  'chain',
  'tick',
  'trigger',
  'first',
  'liquidation',
  'account',
  'divisor',
  'nights',
  'price',
  'lots',
  'notional',
  'margin',
  'profit',
  'fee',
  'insured',
  'receipt',
  'request',
  'anchorRoots',
  'rootSigned',
  'anchored',
  'feedSeed',
] as const;
export type DealCheckName = (typeof dealCheckNames)[number];
type Check = ProofCheck<DealCheckName>;

/** Every check by name, always all of them and in this order. A deal stands when none has failed. */
export async function verifyDeal(told: LeverageProof, digest: Digest, receipts?: ReceiptCheckDeps): Promise<readonly Check[]> {
  const proof = asOpened(told);
  const { order, deal, ticks } = proof;
  const rule = dealRules.find(({ version }) => version === proof.ruleVersion);
  const deciding = ticks.find(({ seq }) => seq === deal.tickSeq);
  const before = stateBefore(proof);
  const figures = figuresOf(proof, before);
  const deps: LastTickDeps = { digest, receipts };
  return [
    compared('rule', String(proof.ruleVersion), rule === undefined ? none : String(rule.version)),
    checkRun(proof),
    await chainCheck(ticks, digest, receipts?.sinceMs),
    await checkTick(told, deciding, deps),
    checkTrigger(proof, rule),
    checkFirst(proof),
    checkLiquidation(proof, before),
    await checkAccountTicks(proof, await checkAccount(proof, rule, digest), deps),
    await checkDivisor(proof, deps),
    await nightsCheck(proof, nightsOf(proof), deps),
    compared('price', textOf(deal.price), toText(figures.price)),
    checkLots(proof, before),
    compared('notional', textOf(deal.notional), toText(figures.notional)),
    compared('margin', textOf(deal.margin), toText(figures.margin)),
    deal.kind === 'open' && deal.profit === null
      ? absent('profit')
      : compared(
          'profit',
          deal.profit === null ? none : textOf(deal.profit),
          figures.profit === undefined ? none : toText(figures.profit),
        ),
    compared('fee', textOf(deal.fee), toText(figures.fee)),
    compared('insured', textOf(deal.insured), toText(figures.insured)),
    await checkReceipt(proof, digest, receipts),
    await dealRequestCheck(proof, { rule, openLots: before.openLots }, digest, receipts),
    await anchorRootsCheck(proof.anchors, digest),
    await rootSignedCheck(proof.anchors, receipts?.knowsSignature, receipts?.sinceMs),
    anchoredCheck(order.symbol, deal.tickSeq, proof),
    await feedSeedCheck(proof.feedDay, digest),
  ];
}

const textOf = (text: string): string => toText(amount(text));

const openingOf = ({ deal, earlier }: LeverageProof) =>
  deal.kind === 'open' ? undefined : earlier.find(({ kind }) => kind === 'open');

/** What a closing follows from is what its opening was: price, instant and margin, each computed again from the opening's own ticks. */
function asOpened(proof: LeverageProof): LeverageProof {
  const opening = openingOf(proof);
  if (opening === undefined) return proof;
  const { order, assetScale } = proof;
  const at = openingPrice(order.direction, price(opening.tickPrice), spreadOf(order));
  const size: Size = { lots: amount(opening.lots), contractSize: amount(order.contractSize) };
  const notional = notionalOf(size, at, { divisor: price(opening.divisor), scale: assetScale });
  const margin = toText(marginOf(notional, order.leverage, assetScale));
  return {
    ...proof,
    order: { ...order, openPrice: toText(at), openedAtMs: opening.tickAtMs },
    earlier: proof.earlier.map((one) => (one === opening ? { ...one, margin } : one)),
  };
}

/** The opening that the proof tells is the one that its figures follow from, and its tick is in the log, as far as its run is shown. */
async function isOpenedAsTold(told: LeverageProof, deps: LastTickDeps): Promise<boolean> {
  if (told.deal.kind === 'open') return true;
  const opening = openingOf(told);
  if (opening === undefined) return false;
  const { order, earlier } = asOpened(told);
  const isTold =
    told.order.openPrice !== null &&
    textOf(told.order.openPrice) === order.openPrice &&
    textOf(opening.price) === order.openPrice &&
    (told.order.openedAtMs ?? opening.tickAtMs) === opening.tickAtMs &&
    textOf(opening.margin) === earlier.find(({ id }) => id === opening.id)?.margin &&
    opening.orderId === order.id &&
    compare(amount(opening.lots), amount(order.lots)) === 0;
  if (!isTold) return false;
  const { symbol, tickSeq, tickAtMs, tickPrice } = opening;
  const run = told.conversions?.find((one) => one.atMs === tickAtMs && one.ticks[0]?.symbol === symbol);
  const tick = run?.ticks[0] ?? told.ticks.find(({ seq }) => seq === tickSeq);
  if (tick === undefined) return !showsLastTicks(told);
  const isNamed = tick.seq === tickSeq && tick.atMs === tickAtMs && textOf(tick.price) === textOf(tickPrice);
  return isNamed && (run === undefined || (await lastTickState(told, tick, tickAtMs, deps)) !== 'failed');
}

interface StateBefore {
  readonly openLots: Amount;
  readonly margin: Amount;
}

/** What was open before the deal, and the margin behind it: from the opening, the earlier closings and the nights between. */
function stateBefore({ order, deal, earlier, swaps, assetScale }: LeverageProof): StateBefore {
  let openLots = deal.kind === 'open' ? zero : amount(order.lots);
  let margin = zero;
  const steps = [
    ...swaps.map(({ rolloverMs, fromMargin }) => ({
      atMs: rolloverMs,
      rank: 0,
      take: () => void (margin = subtract(margin, amount(fromMargin))),
    })),
    ...earlier.map((one) => ({
      atMs: one.tickAtMs,
      rank: 1,
      take() {
        if (one.kind === 'open') {
          margin = add(margin, amount(one.margin));
        } else {
          margin = subtract(margin, releasedMarginOf(margin, amount(one.lots), openLots, assetScale));
          openLots = subtract(openLots, amount(one.lots));
        }
      },
    })),
  ].sort((a, b) => a.atMs - b.atMs || a.rank - b.rank);
  for (const { take } of steps) take();
  return { openLots, margin };
}

/** Each with what was open before it. */
const nightsOf = (proof: LeverageProof): Night[] =>
  proof.swaps.map((swap) => {
    const isBefore = ({ tickAtMs }: LeverageProof['earlier'][number]): boolean => tickAtMs < swap.rolloverMs;
    const earlier = proof.earlier.filter(isBefore);
    const swaps = proof.swaps.filter(({ rolloverMs }) => rolloverMs < swap.rolloverMs);
    return { swap, ...stateBefore({ ...proof, earlier, swaps }) };
  });

/** From before the instant since which the trigger stood, as far as the proof says so, to the deciding tick. */
function checkRun(proof: LeverageProof): ProofCheck<'run'> {
  const { order, deal, ticks, trigger, isRunComplete } = proof;
  const isToEnd = ticks.some(({ seq }) => seq === deal.tickSeq);
  const reach = runReach(ticks, trigger.sinceMs, deal.tickSeq);
  // A market order and a close wait for seconds: never so long that it is not shown. Of a stop-out nothing hangs on the run's begin.
  const mayBeCut = trigger.kind !== 'market' && trigger.kind !== 'close';
  const isFarEnough = reach === 'whole' || (!isRunComplete && (isTogether(trigger.kind) || (reach === 'cut' && mayBeCut)));
  return runCheck(order.symbol, ticks, {
    stated: `${order.symbol} ${isRunComplete ? trigger.sinceMs : none}..#${deal.tickSeq}`,
    isWhole: isToEnd && isFarEnough,
  });
}

const isTogether = (kind: LeverageProof['trigger']['kind']): boolean => kind === 'stop_out' || kind === 'set_off';

async function checkTick(told: LeverageProof, deciding: Tick | undefined, deps: LastTickDeps): Promise<ProofCheck<'tick'>> {
  const { order, deal } = told;
  const stated = tickText({ seq: deal.tickSeq, atMs: deal.tickAtMs, price: textOf(deal.tickPrice) });
  const isOurs = deal.symbol === order.symbol && deal.orderId === order.id && deal.direction === order.direction;
  const check = compared('tick', stated, !isOurs || deciding?.isFilled === true ? none : tickText(deciding));
  if (check.state === 'failed' || (await isOpenedAsTold(told, deps))) return check;
  const opening = openingOf(told);
  const computed = opening && tickText({ seq: opening.tickSeq, atMs: opening.tickAtMs, price: textOf(opening.tickPrice) });
  return { ...check, state: 'failed', computed: `${order.openPrice ?? none}: ${computed ?? none}` };
}

const reasons = {
  market: null,
  limit: null,
  close: 'user',
  take_profit: 'take_profit',
  stop_loss: 'stop_loss',
  liquidation: 'liquidation',
  stop_out: 'stop_out',
  set_off: 'set_off',
} as const;

/** Does a tick meet what was asked for? Only its price is looked at. */
function isMet({ order, trigger, toleratedMove }: LeverageProof, tickPrice: Price): boolean {
  const spread = spreadOf(order);
  const { direction } = order;
  const at = trigger.price === null ? undefined : price(trigger.price);
  switch (trigger.kind) {
    case 'close':
      return true;
    case 'market': {
      if (at === undefined) return false;
      const tolerance = multiply(at, rate(toleratedMove), 18, 'down');
      return !hasMovedAgainst(direction === 'long', at, openingPrice(direction, tickPrice, spread), tolerance);
    }
    case 'limit':
      return (
        at !== undefined &&
        order.limitPrice !== null &&
        compare(at, price(order.limitPrice)) === 0 &&
        isLimitMet(direction, at, tickPrice, spread)
      );
    case 'take_profit':
      return at !== undefined && isTakeProfitMet(direction, at, tickPrice, spread);
    case 'stop_loss':
      return at !== undefined && isStopLossMet(direction, at, tickPrice, spread);
    case 'liquidation':
      return at !== undefined && isLiquidated(direction, tickPrice, at);
    case 'stop_out':
    case 'set_off':
      // The account decides, not this position's price: see 'account'.
      return true;
  }
}

/** The deciding tick came after the trigger stood, in time, and meets it. */
function checkTrigger(proof: LeverageProof, rule: DealRule | undefined): ProofCheck<'trigger'> {
  const { order, deal, trigger } = proof;
  const stated = `${trigger.kind} ${trigger.price ?? none} ${trigger.sinceMs}`;
  const untilMs =
    trigger.kind === 'market'
      ? trigger.sinceMs + (rule?.marketWithinMs ?? 0)
      : trigger.kind === 'close'
        ? trigger.sinceMs + (rule?.closeWithinMs ?? 0)
        : Infinity;
  const isOpening = trigger.kind === 'market' || trigger.kind === 'limit';
  const isSame =
    isOpening === (deal.kind === 'open') &&
    reasons[trigger.kind] === deal.reason &&
    (!isOpening || (order.entrustment === trigger.kind && trigger.sinceMs === order.acceptedAtMs));
  // In a stop-out a position closes at its own latest tick, which may be older than what the account was judged at.
  const isInTime = isTogether(trigger.kind)
    ? proof.account !== null
    : deal.tickAtMs > trigger.sinceMs && deal.tickAtMs <= untilMs;
  const isOk = isSame && isInTime && isMet(proof, price(deal.tickPrice));
  return { name: 'trigger', state: isOk ? 'ok' : 'failed', stated, computed: `${deal.tickAtMs} ${deal.tickPrice}` };
}

/** No earlier tick of the run could have decided. A tick filled in afterwards or within a published incident decides nothing. */
function checkFirst(proof: LeverageProof): ProofCheck<'first'> {
  const { deal, trigger, ticks, incidents, order } = proof;
  if (isTogether(trigger.kind)) return absent('first');
  const isInIncident = ({ atMs }: Tick): boolean =>
    incidents.some((one) => one.symbol === order.symbol && one.fromMs <= atMs && one.toMs >= atMs);
  // The first tick after a market order decides, be it for or against it.
  const decides = (tick: Tick): boolean => trigger.kind === 'market' || isMet(proof, price(tick.price));
  const earlier = ticks.find(
    (tick) =>
      tick.seq < deal.tickSeq && tick.atMs > trigger.sinceMs && tick.isFilled !== true && !isInIncident(tick) && decides(tick),
  );
  const stated = `#${deal.tickSeq}`;
  if (earlier !== undefined) return { name: 'first', state: 'failed', stated, computed: tickText(earlier) };
  return {
    name: 'first',
    state: reachesBefore(ticks, trigger.sinceMs) ? 'ok' : 'partial',
    stated,
    computed: ticks[0] === undefined ? none : `#${ticks[0].seq}..`,
  };
}

function checkLiquidation(
  { order, deal, trigger, digits }: LeverageProof,
  { openLots, margin }: StateBefore,
): ProofCheck<'liquidation'> {
  if (deal.reason !== 'liquidation') return absent('liquidation');
  const { openPrice } = order;
  const at =
    openPrice === null || order.marginMode !== 'isolated' || !isPositive(openLots)
      ? undefined
      : liquidationPriceOf({
          direction: order.direction,
          openPrice: price(openPrice),
          margin,
          maintenanceRate: rate(order.maintenanceRate),
          lots: openLots,
          contractSize: amount(order.contractSize),
          digits,
        });
  return compared('liquidation', trigger.price ?? none, at === undefined ? none : toText(at));
}

/** Stop-out: the equity of all cross positions, each at its own latest tick, against the stop-out level. */
async function checkAccount(
  { account, deal, order, divisorTick, assetScale }: LeverageProof,
  rule: DealRule | undefined,
  digest: Digest,
): Promise<ProofCheck<'account'>> {
  const isOfAccount = deal.reason === 'stop_out' || deal.reason === 'set_off';
  if (!isOfAccount && account === null) return absent('account');
  const failed = (stated: string, computed: string): ProofCheck<'account'> => ({
    name: 'account',
    state: 'failed',
    stated,
    computed,
  });
  if (account === null || !isOfAccount || isNegative(amount(account.free))) return failed(account?.free ?? none, none);
  for (const tick of [
    account.tick,
    ...account.positions.flatMap((one) => (one.divisorTick === null ? [one.tick] : [one.tick, one.divisorTick])),
  ]) {
    const computed = await hashOfTick(tick, tick.previousHash, digest);
    if (computed !== tick.hash || tick.isFilled === true || tick.atMs > account.tick.atMs)
      return failed(`${tick.symbol} ${tickText(tick)}`, computed);
  }
  const wrong = account.positions.find(
    (one) =>
      one.tick.symbol !== one.symbol ||
      !isDivisorOf(one, one.divisorTick) ||
      toText(divisorOf(one.divisorTick)) !== textOf(one.divisor),
  );
  if (wrong !== undefined) return failed(`${wrong.orderId} ${wrong.divisor}`, tickText(wrong.divisorTick));
  const own = account.positions.find((one) => one.orderId === order.id);
  if (
    own === undefined ||
    own.tick.seq !== deal.tickSeq ||
    own.divisorTick?.hash !== divisorTick?.hash ||
    own.lots !== deal.lots ||
    own.margin !== deal.margin ||
    (own.leverage !== undefined && (own.leverage !== order.leverage || closingMarginText(own) !== closingMarginText(order)))
  ) {
    return failed(`${order.id} #${deal.tickSeq}`, own === undefined ? none : tickText(own.tick));
  }
  const isJudgedHere = account.positions.some(
    (one) => isSameTick(one.tick, account.tick) || (one.divisorTick !== null && isSameTick(one.divisorTick, account.tick)),
  );
  if (!isJudgedHere) return failed(`${account.tick.symbol} ${tickText(account.tick)}`, none);
  if (deal.reason === 'set_off') return checkSetOff(account, rule, assetScale);
  const positions = account.positions.map((one) => ({
    marginMode: 'cross' as const,
    margin: amount(one.margin),
    required: requiredMarginOf(
      { margin: amount(one.margin), leverage: one.leverage ?? 1, closingMargin: one.closingMargin },
      account.tick.atMs,
    ),
    floatingProfit: floatingProfitOf(
      {
        direction: one.direction,
        lots: amount(one.lots),
        contractSize: amount(one.contractSize),
        openPrice: price(one.openPrice),
        spread: spreadOf(one),
      },
      price(one.tick.price),
      { divisor: price(one.divisor), scale: assetScale },
    ),
  }));
  const { crossEquity = zero, crossRequired } = accountFigures({ free: amount(account.free), positions });
  // The highest level of all these positions counts; of the others' terms nothing is signed here.
  const agreed = order.receipt?.terms['stopOutLevel'];
  const difference = typeof agreed === 'string' ? compare(rate(account.stopOutLevel), rate(agreed)) : 0;
  if (difference < 0 || (difference > 0 && account.positions.length === 1)) return failed(account.stopOutLevel, String(agreed));
  const isStoppedOut = isAtLevel(crossEquity, crossRequired, rate(account.stopOutLevel));
  return {
    name: 'account',
    state: !isStoppedOut ? 'failed' : difference > 0 ? 'partial' : 'ok',
    stated: `<= ${account.stopOutLevel}`,
    computed: `${toText(crossEquity)} / ${toText(crossRequired)}`,
  };
}

/** The first lacks money at the tick; the others are opposite ones of the symbol, with no more lots; nothing free stands behind. */
function checkSetOff(
  account: NonNullable<LeverageProof['account']>,
  rule: DealRule | undefined,
  scale: number,
): ProofCheck<'account'> {
  const [lacking, ...opposite] = account.positions;
  if (lacking === undefined) return { name: 'account', state: 'failed', stated: none, computed: none };
  const { released, profit } = closingMoneyOf(lacking, scale);
  const left = add(released, profit);
  const matched = opposite.reduce((sum, { lots }) => add(sum, amount(lots)), zero);
  const isSetOff =
    rule?.setsOff === true &&
    isNegative(left) &&
    isZero(amount(account.free)) &&
    isPositive(matched) &&
    compare(matched, amount(lacking.lots)) <= 0 &&
    account.positions.every((one) => isSameTick(one.tick, account.tick)) &&
    opposite.every((one) => one.direction !== lacking.direction);
  return {
    name: 'account',
    state: isSetOff ? 'ok' : 'failed',
    stated: '< 0',
    computed: `${toText(left)}, ${toText(matched)} / ${lacking.lots}`,
  };
}

const divisorOf = (tick: Tick | null): Price => (tick === null ? noDivisor : price(tick.price));

/** The ticks that the account was judged by are the last ones at its instant, as far as their runs are shown. */
async function checkAccountTicks(
  proof: LeverageProof,
  check: ProofCheck<'account'>,
  deps: LastTickDeps,
): Promise<ProofCheck<'account'>> {
  const { account } = proof;
  if (account === null || (check.state !== 'ok' && check.state !== 'partial')) return check;
  let state: ProofCheck['state'] = check.state;
  for (const tick of account.positions.flatMap((one) => [one.tick, ...(one.divisorTick === null ? [] : [one.divisorTick])])) {
    const followed = await lastTickState(proof, tick, account.tick.atMs, deps);
    if (followed === 'failed') return { ...check, state: 'failed', computed: `${tick.symbol} ${tickText(tick)}` };
    if (followed === 'pending') state = 'pending';
    if (followed === 'partial' && state === 'ok') state = 'partial';
  }
  return { ...check, state };
}

/**
 * The conversion is the price of a tick of the order's own conversion: the deciding tick itself, or the last one at the instant of the
 * deal. 'partial' where no run to a root is shown, and none is owed.
 */
async function checkDivisor(proof: LeverageProof, deps: LastTickDeps): Promise<ProofCheck<'divisor'>> {
  const { order, deal, divisorTick, account, ticks } = proof;
  const { digest } = deps;
  const stated = textOf(deal.divisor);
  if (!isDivisorOf(order, divisorTick))
    return { name: 'divisor', state: 'failed', stated: `${divisorTick?.symbol ?? none} ${stated}`, computed: none };
  if (divisorTick === null) return stated === toText(noDivisor) ? absent('divisor') : compared('divisor', stated, none);
  const atMs = account === null ? deal.tickAtMs : account.tick.atMs;
  const isTrue = (await hashOfTick(divisorTick, divisorTick.previousHash, digest)) === divisorTick.hash;
  const check = compared(
    'divisor',
    stated,
    isTrue && divisorTick.isFilled !== true && divisorTick.atMs <= atMs ? toText(price(divisorTick.price)) : none,
  );
  if (check.state === 'failed') return check;
  if (divisorTick.symbol === order.symbol) {
    const isDeciding = ticks.some((tick) => tick.seq === deal.tickSeq && isSameTick(tick, divisorTick));
    return isDeciding ? check : { ...check, state: 'failed', computed: tickText(divisorTick) };
  }
  const state = (await lastTickState(proof, divisorTick, atMs, deps)) ?? 'partial';
  return state === 'failed' ? { ...check, state, computed: tickText(divisorTick) } : { ...check, state };
}

/** An order opens whole, and a stop closes all that is open; a person may close a part, and a set-off takes one of the opposite. */
function checkLots({ order, deal, account }: LeverageProof, { openLots }: StateBefore): ProofCheck<'lots'> {
  const stated = textOf(deal.lots);
  if (deal.kind === 'open') return compared('lots', stated, textOf(order.lots));
  const mayBePart = deal.reason === 'user' || (deal.reason === 'set_off' && account?.positions[0]?.orderId !== order.id);
  const isPart = mayBePart && isPositive(amount(deal.lots)) && compare(amount(deal.lots), openLots) <= 0;
  return compared('lots', stated, isPart ? stated : toText(openLots));
}

interface Figures {
  readonly price: Price;
  readonly notional: Amount;
  readonly margin: Amount;
  readonly profit: Amount | undefined;
  readonly fee: Amount;
  readonly insured: Amount;
}

function figuresOf(proof: LeverageProof, before: StateBefore): Figures {
  const { order, deal, assetScale } = proof;
  const valuation: Valuation = { divisor: divisorOf(proof.divisorTick), scale: assetScale };
  const size: Size = { lots: amount(deal.lots), contractSize: amount(order.contractSize) };
  const at = (deal.kind === 'open' ? openingPrice : closingPrice)(order.direction, price(deal.tickPrice), spreadOf(order));
  const notional = notionalOf(size, at, valuation);
  const fee = tradeFeeOf(notional, rate(order.feeRate), assetScale);
  if (deal.kind === 'open')
    return { price: at, notional, margin: marginOf(notional, order.leverage, assetScale), profit: undefined, fee, insured: zero };
  const margin = isPositive(before.openLots) ? releasedMarginOf(before.margin, size.lots, before.openLots, assetScale) : zero;
  const profit = order.openPrice === null ? zero : profitOf(order.direction, size, price(order.openPrice), at, valuation);
  return { price: at, notional, margin, profit, ...paidOf(proof, { released: margin, profit, fee }) };
}

/** What was taken and insured: exact for isolated positions and stop-outs; within its bounds for a single cross closing. */
function paidOf(
  { order, deal, account, assetScale }: LeverageProof,
  closing: { readonly released: Amount; readonly profit: Amount; readonly fee: Amount },
): Pick<Figures, 'fee' | 'insured'> {
  if (account !== null) {
    const index = account.positions.findIndex((one) => one.orderId === order.id);
    const shares = sharesOfStopOut(
      account.positions.map((one) => closingMoneyOf(one, assetScale)),
      amount(account.free),
    );
    return shares[index] ?? { fee: zero, insured: zero };
  }
  const alone = settlementOfClosing(closing, zero);
  if (order.marginMode === 'isolated') return alone;
  // The free balance stood behind it as well: somewhere between none of it and all that was lacking.
  const stated = { fee: amount(deal.fee), insured: amount(deal.insured) };
  const left = add(closing.released, closing.profit);
  const minFee = min(closing.fee, max(left, zero));
  const maxInsured = isNegative(left) ? negate(left) : zero;
  const isInsured = isPositive(stated.insured);
  const isPossible =
    compare(stated.insured, zero) >= 0 &&
    compare(stated.insured, maxInsured) <= 0 &&
    (isInsured ? compare(stated.fee, zero) === 0 : compare(stated.fee, minFee) >= 0 && compare(stated.fee, closing.fee) <= 0);
  return isPossible ? stated : alone;
}

/** Of a closing, too: the receipt is for the order, and its opening came after it. */
function checkReceipt(
  { order, deal, earlier, digits, toleratedMove, ticks, ruleVersion, trigger, nightTerms }: LeverageProof,
  digest: Digest,
  receipts?: ReceiptCheckDeps,
): Promise<ProofCheck<'receipt'>> {
  const { clientOrderId: key, id, symbol, acceptedAtMs } = order;
  const terms = {
    ...leverageTermsOf(order),
    digits,
    toleratedMove,
    ruleVersion,
    ...(trigger.kind === 'market' ? { seenPrice: trigger.price } : {}),
    ...closingMarginTermOf(order, order.receipt),
    ...(nightTerms === undefined
      ? {}
      : { swapMode: nightTerms.mode, swapPerNight: nightTerms.perNight, tripleWeekday: nightTerms.tripleWeekday }),
  };
  const known = { product: 'leverage', request: 'order', key, order: id, symbol, acceptedAtMs, terms } as const;
  const opening = [deal, ...earlier].find(({ kind }) => kind === 'open');
  return receiptCheck({ receipt: order.receipt, known, decidingSeq: opening?.tickSeq, ticks }, digest, receipts);
}
