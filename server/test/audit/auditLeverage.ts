/**
 * Every leveraged order again (docs/trading.md): which tick opened it, each night and each closing in the order of the log, and
 * which tick must not have passed without one. Its life is walked from the accepted terms; nothing of it is taken from the
 * stored results but the journal's own balances, where the money that stood behind it is asked.
 */
import type { AuditedLog } from './AuditedLog';
import type { DealRow, Evidence, LeverageRow, LoggedTick, SwapRow } from './evidence';
import {
  compared,
  exact,
  floorAt,
  greater,
  isBelowZero,
  isNought,
  isSame,
  lesser,
  minus,
  negative,
  nought,
  plus,
  said,
  times,
  type Exact,
} from './exact';
import { amountOn, balanceBefore, type Findings } from './Findings';
import {
  closingSide,
  feeFor,
  hasMovedAway,
  isLimitAt,
  isLiquidationAt,
  isStopLossAt,
  isTakeProfitAt,
  liquidationAt,
  marginFor,
  nightsBetween,
  noDivisor,
  notionalAt,
  openingSide,
  profitAt,
  releasedBy,
  settled,
  swapFor,
  type Paid,
} from './leverageSums';

export const marketWithinMs = 5000;
export const closeWithinMs = 30_000;
const decideAfterMs = 2000;
/** A conversion may be that old at acceptance. */
const staleAfterMs = 10_000;

/** From an instant on, until the next one. */
export interface Standing {
  readonly fromMs: number;
  readonly lots: Exact;
  readonly margin: Exact;
}
export interface Life {
  readonly order: LeverageRow;
  readonly openPrice: Exact;
  readonly openedAtMs: number;
  /** Infinity while it stands. */
  readonly endedAtMs: number;
  readonly standings: Standing[];
}
/** A closing by stop-out or set-off, recomputed alone; the group is judged together. */
export interface StopOutPart {
  /** Which of the order's closings it is, from 1. */
  readonly index: number;
  readonly deal: DealRow;
  readonly order: LeverageRow;
  readonly released: Exact;
  readonly profit: Exact;
  readonly fee: Exact;
  readonly lots: Exact;
}

export interface LeverageAudit {
  readonly lives: Life[];
  readonly stopOuts: StopOutPart[];
  readonly setOffs: StopOutPart[];
  /** Liquidations that the insurance paid for. */
  readonly insuredAlone: Pick<StopOutPart, 'deal' | 'order'>[];
  /** By account: margin of what stands, and what pending orders hold. */
  readonly margins: Map<string, Exact>;
}

export function auditLeverage(evidence: Evidence, around: Omit<Surroundings, 'audit'>): LeverageAudit {
  const audit: LeverageAudit = { lives: [], stopOuts: [], setOffs: [], insuredAlone: [], margins: new Map() };
  const dealsOf = groupBy(evidence.leverageDeals, (deal) => deal.orderId);
  const swapsOf = groupBy(evidence.leverageSwaps, (swap) => swap.orderId);
  for (const order of evidence.leverageOrders) {
    new OrderAudit(order, dealsOf.get(order.id) ?? [], swapsOf.get(order.id) ?? [], { ...around, audit }).run();
  }
  return audit;
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known === undefined) groups.set(keyOf(row), [row]);
    else known.push(row);
  }
  return groups;
}

/** Quote units per USDT at an instant; the deciding tick itself where it is the conversion's. undefined: the log has none. */
export function divisorAt(
  log: AuditedLog,
  order: Pick<LeverageRow, 'divisorSymbol'>,
  atMs: number,
): { readonly divisor: Exact; readonly tick: LoggedTick | undefined } | undefined {
  if (order.divisorSymbol === null) return { divisor: noDivisor, tick: undefined };
  const tick = log.lastCounting(order.divisorSymbol, atMs);
  return tick === undefined ? undefined : { divisor: tick.price, tick };
}

/** The tick that decided a closing; of a stop-out, the one at which the whole account was judged. */
function decidedAt(log: AuditedLog, deal: DealRow): number {
  return deal.account === null
    ? deal.tickAtMs
    : (log.get(deal.account.tick.symbol, deal.account.tick.seq)?.atMs ?? deal.tickAtMs);
}

interface Surroundings {
  readonly log: AuditedLog;
  readonly findings: Findings;
  readonly untilMs: number;
  readonly tickDelayMs: number;
  readonly audit: LeverageAudit;
}

class OrderAudit {
  private readonly subject: string;
  private readonly contract: string;
  private readonly margin: string;
  private readonly isIsolated: boolean;

  constructor(
    private readonly order: LeverageRow,
    private readonly deals: readonly DealRow[],
    private readonly swaps: readonly SwapRow[],
    private readonly around: Surroundings,
  ) {
    this.subject = `leverage ${order.id}`;
    this.contract = `${order.userId} contract ${order.asset}`;
    this.margin = `${order.userId} margin ${order.asset}`;
    this.isIsolated = order.marginMode === 'isolated';
  }

  run(): void {
    const { order, subject } = this;
    const { findings } = this.around;
    findings.same('leverage terms', subject, order.taken, order.term);
    findings.same(
      'leverage spread',
      subject,
      `${said(exact(order.spreadBelow))} ${said(exact(order.spreadAbove))}`,
      spreadText(order),
    );
    const held = this.auditHold();
    if (order.openPrice !== null) this.walk(held);
    else this.auditUnopened(held);
  }

  /** At the least favourable opening: a limit, a little above a short's, or the edge of what a market order may move. */
  private auditHold(): Exact {
    const { order, subject, around } = this;
    const tolerance = (price: Exact): Exact => floorAt(times(price, exact(order.toleratedMove)), 18);
    const limit = order.limitPrice === null ? undefined : exact(order.limitPrice);
    const seen = exact(order.seenPrice ?? '0');
    const atMarket = openingSide(order, exact(order.acceptedPrice));
    const worst =
      limit === undefined
        ? greater(plus(seen, tolerance(seen)), atMarket)
        : order.direction === 'long'
          ? limit
          : plus(limit, tolerance(limit));
    const moved = negative(amountOn(around.findings.journal(order.holdJournalId), this.contract));
    const holdWith = (divisor: Exact): Exact => {
      const notional = notionalAt(order, exact(order.lots), worst, divisor);
      return plus(marginFor(notional, order.leverage), feeFor(notional, order.feeRate));
    };
    // Which tick of the conversion was in force is not stored: one around acceptance, since a request may wait for its turn.
    const candidates =
      order.divisorSymbol === null ? [noDivisor] : this.recent(order.divisorSymbol, order.acceptedAtMs).map((tick) => tick.price);
    const held = candidates.map(holdWith).find((one) => isSame(one, moved)) ?? holdWith(candidates[0] ?? noDivisor);
    around.findings.claim(order.holdJournalId, {
      subject,
      mode: order.mode,
      kind: 'leverage',
      idem: `hold:leverage:${order.id}`,
      legs: { [this.contract]: negative(held), [this.margin]: held },
    });
    return held;
  }

  private recent(symbol: string, atMs: number): LoggedTick[] {
    const { log } = this.around;
    return log
      .all(symbol)
      .slice(Math.max(0, log.placeAfter(symbol, atMs - staleAfterMs) - 1), log.placeAfter(symbol, atMs + staleAfterMs))
      .reverse();
  }

  /** Pending, or cancelled: no tick may have met it before. */
  private auditUnopened(held: Exact): void {
    const { order, subject, margin } = this;
    const { log, findings, untilMs, audit } = this.around;
    const isMarket = order.limitPrice === null;
    const limit = exact(order.limitPrice ?? '0');
    const lastMs = isMarket ? order.acceptedAtMs + marketWithinMs : Infinity;
    const meets = (tick: LoggedTick): boolean => isMarket || isLimitAt(order, limit, tick);
    const first = log.firstCounting(order.symbolId, order.acceptedAtMs, lastMs, meets);
    if (order.status === 'pending') {
      if (first !== undefined && first.atMs <= untilMs)
        findings.add('leverage missed opening', subject, 'pending', `#${first.seq} at ${first.atMs}`);
      if (isMarket && untilMs >= lastMs + decideAfterMs) findings.add('leverage missed end', subject, 'pending', 'no_tick');
      addTo(audit.margins, `${order.mode} ${margin}`, held);
      findings.count('leverage pending');
      return;
    }
    findings.count(`leverage cancelled ${order.cancelReason}`);
    const journal = findings.claim(order.cancelJournalId, {
      subject,
      mode: order.mode,
      kind: 'leverage',
      idem: `cancel:leverage:${order.id}`,
      legs: { [margin]: negative(held), [this.contract]: held },
    });
    const endedAtMs = order.closedAtMs ?? 0;
    const said = `${order.cancelReason} ${endedAtMs}`;
    switch (order.cancelReason) {
      case 'no_tick':
        if (first !== undefined || endedAtMs !== lastMs)
          findings.add('leverage no tick', subject, said, first === undefined ? lastMs : `#${first.seq} at ${first.atMs}`);
        return;
      case 'price_moved':
        if (first === undefined || !hasMovedAway(order, first) || endedAtMs !== first.atMs)
          findings.add('leverage price moved', subject, said, first && `#${first.seq} at ${first.atMs}`);
        return;
      case 'margin': {
        const free = balanceBefore(journal, this.contract);
        const divisor = first === undefined ? undefined : divisorAt(log, order, first.atMs);
        if (first === undefined || divisor === undefined || free === undefined || endedAtMs !== first.atMs)
          return findings.add('leverage margin', subject, said, first?.atMs);
        const notional = notionalAt(order, exact(order.lots), openingSide(order, first.price), divisor.divisor);
        const missing = minus(plus(marginFor(notional, order.leverage), feeFor(notional, order.feeRate)), held);
        if (compared(missing, free) <= 0) findings.add('leverage margin', subject, said, 'enough money');
        return;
      }
      default:
        // By the log: a tick that was public has opened the order, whether it had been looked at or not.
        if (first !== undefined && first.atMs <= (order.askedHeadMs ?? endedAtMs))
          findings.add('leverage cancelled after its tick', subject, said, `#${first.seq} at ${first.atMs}`);
    }
  }

  private walk(held: Exact): void {
    const { order, subject } = this;
    const { log, findings, untilMs, audit } = this.around;
    const [opening, ...closings] = this.deals;
    if (opening === undefined || opening.kind !== 'open') return findings.add('leverage opening', subject, 'no deal', 'one');
    const openPrice = this.auditOpening(opening, held);
    if (openPrice === undefined) return;
    const { tickAtMs: openedAtMs } = opening;
    let lots = exact(order.lots);
    let margin = exact(opening.margin);
    let [fee, profit, insured, swap] = [exact(opening.fee), nought, nought, nought];
    let standsSinceMs = openedAtMs;
    let liquidation = this.isIsolated ? liquidationAt(order, openPrice, margin, lots) : undefined;
    const last = closings.at(-1);
    const endedAtMs = order.status === 'closed' && last !== undefined ? decidedAt(log, last) : Infinity;
    const life: Life = { order, openPrice, openedAtMs, endedAtMs, standings: [{ fromMs: openedAtMs, lots, margin }] };
    audit.lives.push(life);

    const nights = nightsBetween(order, openedAtMs, Math.min(endedAtMs, untilMs - decideAfterMs));
    const stored = new Map(this.swaps.map((row) => [row.rolloverMs, row]));
    const chargeUntil = (atMs: number): void => {
      for (let night = nights[0]; night !== undefined && night.atMs <= atMs; night = nights[0]) {
        nights.shift();
        this.auditNoLiquidation(liquidation, standsSinceMs, night.atMs);
        const row = stored.get(night.atMs);
        stored.delete(night.atMs);
        const charged = this.auditSwap(row, night, lots, margin);
        if (charged === undefined) continue;
        swap = plus(swap, charged.paid);
        margin = minus(margin, charged.fromMargin);
        if (isNought(charged.fromMargin)) continue;
        life.standings.push({ fromMs: night.atMs, lots, margin });
        if (this.isIsolated) [liquidation, standsSinceMs] = [liquidationAt(order, openPrice, margin, lots), night.atMs];
      }
    };

    let beforeMs = openedAtMs;
    closings.forEach((deal, index) => {
      if (deal.tickAtMs < beforeMs || deal.kind !== 'close')
        findings.add('leverage order of deals', `${subject} deal ${deal.id}`, deal.tickAtMs, `>= ${beforeMs}`);
      const decidedAtMs = decidedAt(log, deal);
      beforeMs = decidedAtMs;
      chargeUntil(decidedAtMs);
      const isEnd = deal.reason === 'liquidation' || (deal.reason === 'set_off' && isLacking(deal));
      this.auditNoLiquidation(liquidation, standsSinceMs, decidedAtMs, isEnd ? deal.tickSeq : undefined);
      const closed = this.auditClosing(deal, {
        index: index + 1,
        lots,
        margin,
        openPrice,
        openedAtMs,
        liquidation,
        liquidationSinceMs: standsSinceMs,
      });
      [fee, profit, insured] = [plus(fee, closed.fee), plus(profit, closed.profit), plus(insured, closed.insured)];
      lots = minus(lots, exact(deal.lots));
      margin = minus(margin, closed.released);
      life.standings.push({ fromMs: decidedAtMs, lots, margin });
      if (this.isIsolated && lots.units > 0n)
        [liquidation, standsSinceMs] = [liquidationAt(order, openPrice, margin, lots), decidedAtMs];
    });
    chargeUntil(untilMs);
    for (const row of stored.values()) findings.add('leverage swap', subject, `${row.rolloverMs} ${row.amount}`, 'no night');

    findings.figure('leverage open lots', subject, order.openLots, lots);
    findings.figure('leverage margin left', subject, order.margin, margin);
    findings.figure('leverage fees', subject, order.fee, fee);
    findings.figure('leverage profits', subject, order.profit, profit);
    findings.figure('leverage insurance', subject, order.insured, insured);
    findings.figure('leverage swaps', subject, order.swap, swap);
    findings.same('leverage closings', subject, order.closings, closings.length);
    findings.figure('leverage liquidation price', subject, order.liquidationPrice, liquidation);
    const isOpen = lots.units > 0n;
    findings.same('leverage state', subject, order.status === 'closed', !isOpen);
    if (!isOpen) {
      findings.same('leverage end', subject, `${order.closeReason} ${order.closedAtMs}`, `${last?.reason} ${endedAtMs}`);
    } else {
      this.auditNoLiquidation(liquidation, standsSinceMs, untilMs);
      addTo(audit.margins, `${order.mode} ${this.margin}`, margin);
      if (order.status === 'closing') this.auditWaitingClose(order.closeAskedAtMs ?? 0);
      findings.count('leverage open');
    }
    this.auditNoStop(
      'take_profit',
      order.takeProfit,
      Math.max(order.tpSinceMs ?? 0, openedAtMs),
      Math.min(endedAtMs, untilMs),
      last,
    );
    this.auditNoStop('stop_loss', order.stopLoss, Math.max(order.slSinceMs ?? 0, openedAtMs), Math.min(endedAtMs, untilMs), last);
  }

  private auditOpening(deal: DealRow, held: Exact): Exact | undefined {
    const { order, subject } = this;
    const { findings, log } = this.around;
    const tick = this.decidingTick(deal);
    if (tick === undefined) return undefined;
    const isMarket = order.limitPrice === null;
    findings.count(`leverage opened ${order.entrustment}`);
    const limit = exact(order.limitPrice ?? '0');
    const first = log.firstCounting(
      order.symbolId,
      order.acceptedAtMs,
      isMarket ? order.acceptedAtMs + marketWithinMs : Infinity,
      (one) => isMarket || isLimitAt(order, limit, one),
    );
    findings.same('leverage opening tick', subject, deal.tickSeq, first?.seq);
    if (isMarket && hasMovedAway(order, tick)) findings.add('leverage opened though moved', subject, deal.tickSeq, 'price_moved');
    const divisor = this.auditDivisor(deal, tick.atMs);
    const price = openingSide(order, tick.price);
    const lots = exact(order.lots);
    const notional = notionalAt(order, lots, price, divisor);
    const margin = marginFor(notional, order.leverage);
    const fee = feeFor(notional, order.feeRate);
    findings.figure('leverage opening price', subject, deal.price, price);
    findings.figure('leverage opening lots', subject, deal.lots, lots);
    findings.figure('leverage opening notional', subject, deal.notional, notional);
    findings.figure('leverage opening margin', subject, deal.margin, margin);
    findings.figure('leverage opening fee', subject, deal.fee, fee);
    findings.same(
      'leverage opened',
      subject,
      `${said(exact(order.openPrice ?? '0'))} ${order.openedSeq} ${order.openedAtMs}`,
      `${said(price)} ${tick.seq} ${tick.atMs}`,
    );
    findings.same(
      'leverage trigger',
      subject,
      `${deal.triggerKind} ${deal.triggerSinceMs}`,
      `${order.entrustment} ${order.acceptedAtMs}`,
    );
    findings.same('leverage open journal', subject, order.openJournalId, deal.journalId);
    const back = minus(held, plus(margin, fee));
    findings.claim(deal.journalId, {
      subject,
      mode: order.mode,
      kind: 'leverage',
      idem: `open:leverage:${order.id}`,
      legs: { [this.margin]: minus(margin, held), [this.contract]: back, [`0 fee ${order.asset}`]: fee },
    });
    return price;
  }

  /** A live tick of the log, as the deal says. */
  private decidingTick(deal: DealRow): LoggedTick | undefined {
    const { order, subject } = this;
    const { findings, log } = this.around;
    const tick = log.get(order.symbolId, deal.tickSeq);
    if (tick === undefined || !tick.isLive || tick.atMs !== deal.tickAtMs || !isSame(tick.price, exact(deal.tickPrice))) {
      findings.add(
        'leverage tick',
        `${subject} deal ${deal.id}`,
        `#${deal.tickSeq} ${deal.tickAtMs} ${deal.tickPrice}`,
        tick && `${tick.atMs} ${tick.priceText} ${tick.isLive}`,
      );
    }
    return tick;
  }

  private auditDivisor(deal: DealRow, atMs: number): Exact {
    const found = divisorAt(this.around.log, this.order, atMs);
    this.around.findings.same(
      'leverage divisor',
      `${this.subject} deal ${deal.id}`,
      `${said(exact(deal.divisor))} ${deal.divisorSymbol} ${deal.divisorSeq}`,
      `${found && said(found.divisor)} ${this.order.divisorSymbol} ${found?.tick?.seq ?? null}`,
    );
    return found?.divisor ?? exact(deal.divisor);
  }

  /** No tick may have met the liquidation price while it stood, but the one that closed the position by it. */
  private auditNoLiquidation(price: Exact | undefined, sinceMs: number, untilMs: number, decidedSeq?: number): void {
    if (price === undefined) return;
    const first = this.around.log.firstCounting(this.order.symbolId, sinceMs, untilMs, (tick) =>
      isLiquidationAt(this.order, price, tick),
    );
    if (first?.seq !== decidedSeq)
      this.around.findings.add('leverage liquidation', this.subject, decidedSeq, `${said(price)} first met by ${first?.seq}`);
  }

  /** A stop that stands at the end: met by no tick since it was set, but the one that closed by it. Liquidation and stop-out come first at a tick. */
  private auditNoStop(
    kind: 'take_profit' | 'stop_loss',
    text: string | null,
    sinceMs: number,
    untilMs: number,
    last: DealRow | undefined,
  ): void {
    if (text === null) return;
    const { order, subject } = this;
    const isMet = kind === 'take_profit' ? isTakeProfitAt : isStopLossAt;
    const first = this.around.log.firstCounting(order.symbolId, sinceMs, untilMs, (tick) => isMet(order, exact(text), tick));
    const isClosedBy = last !== undefined && order.closeReason === kind;
    const rank = ['stop_out', 'set_off', 'liquidation', 'stop_loss', 'take_profit', 'user'];
    const isOverruled =
      !isClosedBy &&
      last !== undefined &&
      order.status === 'closed' &&
      first?.atMs === decidedAt(this.around.log, last) &&
      rank.indexOf(last.reason ?? '') < rank.indexOf(kind);
    if (isClosedBy ? first?.seq !== last.tickSeq : first !== undefined && !isOverruled) {
      this.around.findings.add(
        `leverage ${kind}`,
        subject,
        isClosedBy ? last.tickSeq : 'stands',
        `${text} first met by #${first?.seq} at ${first?.atMs}`,
      );
    }
  }

  private auditWaitingClose(askedAtMs: number): void {
    const { order, subject, around } = this;
    const first = around.log.firstCounting(order.symbolId, askedAtMs, Math.min(around.untilMs, askedAtMs + closeWithinMs));
    if (first !== undefined) around.findings.add('leverage missed closing', subject, 'closing', `#${first.seq}`);
    else if (around.untilMs >= askedAtMs + closeWithinMs + decideAfterMs)
      around.findings.add('leverage missed reopening', subject, 'closing', 'open');
  }

  private auditSwap(
    row: SwapRow | undefined,
    night: { readonly atMs: number; readonly nights: number },
    lots: Exact,
    margin: Exact,
  ): { paid: Exact; fromMargin: Exact } | undefined {
    const { order } = this;
    const { log, findings } = this.around;
    const subject = `${this.subject} night ${new Date(night.atMs).toISOString()}`;
    const tick = log.lastCounting(order.symbolId, night.atMs);
    const divisor = divisorAt(log, order, night.atMs);
    if (tick === undefined || divisor === undefined) {
      if (row !== undefined) findings.add('leverage swap', subject, row.amount, 'no tick to value it');
      return undefined;
    }
    if (row === undefined) {
      findings.add('leverage swap', subject, 'none', `${night.nights} nights`);
      return undefined;
    }
    findings.count('leverage swaps');
    const due = swapFor(order, lots, tick.price, divisor.divisor, night.nights);
    const journal = findings.journal(row.journalId);
    const owed = isBelowZero(due) ? negative(due) : nought;
    // Without a leg on the contract account nothing was free, or nothing was owed.
    const free = balanceBefore(journal, this.contract) ?? nought;
    const fromFree = lesser(owed, free);
    const fromMargin = lesser(minus(owed, fromFree), greater(minus(margin, exact('0.000001')), nought));
    const paid = isBelowZero(due) ? negative(plus(fromFree, fromMargin)) : due;
    findings.same('leverage nights', subject, row.nights, night.nights);
    findings.figure('leverage swap', subject, row.amount, paid);
    findings.same(
      'leverage swap tick',
      subject,
      `${row.tickSeq} ${said(exact(row.divisor))}`,
      `${tick.seq} ${said(divisor.divisor)}`,
    );
    if (!isNought(paid)) {
      findings.claim(row.journalId, {
        subject,
        mode: order.mode,
        kind: 'leverage',
        idem: `swap:leverage:${order.id}:${night.atMs}`,
        legs: {
          [this.contract]: isBelowZero(due) ? negative(fromFree) : due,
          [this.margin]: negative(fromMargin),
          [`0 fee ${order.asset}`]: negative(paid),
        },
      });
    } else findings.same('leverage swap journal', subject, row.journalId, null);
    return { paid, fromMargin };
  }

  private auditClosing(
    deal: DealRow,
    before: {
      index: number;
      lots: Exact;
      margin: Exact;
      openPrice: Exact;
      openedAtMs: number;
      liquidation: Exact | undefined;
      liquidationSinceMs: number;
    },
  ): Paid & { readonly profit: Exact; readonly released: Exact } {
    const { order } = this;
    const { findings, audit } = this.around;
    const subject = `${this.subject} deal ${deal.id}`;
    findings.count(`leverage closed ${deal.reason}`);
    const tick = this.decidingTick(deal);
    const lots = exact(deal.lots);
    if (tick === undefined) return { credit: nought, fee: nought, insured: nought, profit: nought, released: nought };
    const isPart = compared(lots, before.lots) < 0;
    if (isPart) findings.count('leverage closed in part');
    if (compared(lots, before.lots) > 0 || (isPart && deal.reason !== 'user' && (deal.reason !== 'set_off' || isLacking(deal))))
      findings.add('leverage closing lots', subject, deal.lots, said(before.lots));
    const isTogether = deal.reason === 'stop_out' || deal.reason === 'set_off';
    if (!isTogether) this.auditTrigger(deal, tick, subject, before);
    const divisor = this.auditDivisor(deal, decidedAt(this.around.log, deal));
    const price = closingSide(order, tick.price);
    const notional = notionalAt(order, lots, price, divisor);
    const released = releasedBy(before.margin, lots, before.lots);
    const profit = profitAt(order, lots, before.openPrice, price, divisor);
    const fee = feeFor(notional, order.feeRate);
    findings.figure('leverage closing price', subject, deal.price, price);
    findings.figure('leverage closing notional', subject, deal.notional, notional);
    findings.figure('leverage released margin', subject, deal.margin, released);
    findings.figure('leverage profit', subject, deal.profit, profit);
    if (isTogether) {
      (deal.reason === 'stop_out' ? audit.stopOuts : audit.setOffs).push({
        deal,
        order,
        index: before.index,
        released,
        profit,
        fee,
        lots,
      });
      return { credit: nought, fee: exact(deal.fee), insured: exact(deal.insured), profit, released };
    }
    const journal = findings.journal(deal.journalId);
    const behind = this.isIsolated ? nought : (balanceBefore(journal, this.contract) ?? nought);
    let paid = settled(released, profit, fee, behind);
    // Exactly nothing gained: the journal does not say what was free, and it does not matter.
    if (!this.isIsolated && balanceBefore(journal, this.contract) === undefined && isSame(plus(released, profit), fee))
      paid = { credit: nought, fee, insured: nought };
    findings.figure('leverage closing fee', subject, deal.fee, paid.fee);
    findings.figure('leverage insured', subject, deal.insured, paid.insured);
    if (!isNought(paid.insured)) findings.count('leverage insured');
    if (!isNought(paid.insured) && this.isIsolated) audit.insuredAlone.push({ deal, order });
    findings.claim(deal.journalId, {
      subject,
      mode: order.mode,
      kind: 'leverage',
      idem: `close:leverage:${order.id}:${before.index}`,
      legs: {
        [this.margin]: negative(released),
        [this.contract]: paid.credit,
        [`0 pnl ${order.asset}`]: negative(profit),
        [`0 fee ${order.asset}`]: paid.fee,
        [`0 insurance ${order.asset}`]: negative(paid.insured),
      },
    });
    return { ...paid, profit, released };
  }

  /** What the tick met, that none before it did, and that nothing of higher rank was met with it. */
  private auditTrigger(
    deal: DealRow,
    tick: LoggedTick,
    subject: string,
    before: { openedAtMs: number; liquidation: Exact | undefined; liquidationSinceMs: number },
  ): void {
    const { order } = this;
    const { findings, log } = this.around;
    const stop = exact(deal.triggerPrice ?? '0');
    const meets: Record<string, (one: LoggedTick) => boolean> = {
      user: () => true,
      take_profit: (one) => isTakeProfitAt(order, stop, one),
      stop_loss: (one) => isStopLossAt(order, stop, one),
      liquidation: (one) => isLiquidationAt(order, stop, one),
    };
    const isMet = meets[deal.reason ?? ''] ?? (() => false);
    const lastMs = deal.reason === 'user' ? deal.triggerSinceMs + closeWithinMs : Infinity;
    const first = log.firstCounting(order.symbolId, Math.max(deal.triggerSinceMs, before.openedAtMs), lastMs, isMet);
    findings.same('leverage closing tick', subject, deal.tickSeq, first?.seq);
    if (deal.reason === 'liquidation') {
      findings.figure('leverage liquidated at', subject, deal.triggerPrice, before.liquidation);
      findings.same('leverage liquidation since', subject, deal.triggerSinceMs, before.liquidationSinceMs);
      return;
    }
    const isStopLossMet =
      order.stopLoss !== null &&
      order.slSinceMs !== null &&
      Math.max(order.slSinceMs, before.openedAtMs) < tick.atMs &&
      isStopLossAt(order, exact(order.stopLoss), tick);
    const isTakeProfitMet =
      order.takeProfit !== null &&
      order.tpSinceMs !== null &&
      Math.max(order.tpSinceMs, before.openedAtMs) < tick.atMs &&
      isTakeProfitAt(order, exact(order.takeProfit), tick);
    const first3 = isStopLossMet ? 'stop_loss' : isTakeProfitMet ? 'take_profit' : deal.reason;
    findings.same('leverage reason', subject, deal.reason, first3);
  }
}

/** The position of a set-off that a gap took beyond its margin; the others stood against it. */
const isLacking = (deal: DealRow): boolean => deal.account?.positions[0]?.orderId === String(deal.orderId);

function spreadText({ spreadSteps, digits }: LeverageRow): string {
  const below = BigInt(spreadSteps) / 2n;
  return [below, BigInt(spreadSteps) - below].map((units) => said({ units, places: digits })).join(' ');
}

function addTo(sums: Map<string, Exact>, account: string, more: Exact): void {
  sums.set(account, plus(sums.get(account) ?? nought, more));
}
