/** Every seconds contract again (docs/fairness.md): entry, exit, outcome, fee and payout from the tick log and the accepted terms. */
import type { AuditedLog } from './AuditedLog';
import type { Evidence, LoggedTick, SecondsRow } from './evidence';
import {
  ceilAt,
  compared,
  exact,
  floorAt,
  greater,
  isNought,
  lesser,
  minus,
  negative,
  nought,
  plus,
  said,
  sumOf,
  times,
  type Exact,
} from './exact';
import type { Findings } from './Findings';

const entryWithinMs = 2000;
const exitMaxAgeMs = 5000;
const decideAfterMs = 2000;
const ticksAfterEntry = 2;

interface Result {
  readonly entry: LoggedTick | undefined;
  readonly exit: LoggedTick | undefined;
  readonly outcome: 'won' | 'lost' | 'equal' | 'void';
  readonly reason: string | null;
}

export function auditSeconds(evidence: Evidence, log: AuditedLog, findings: Findings, untilMs: number): Map<string, Exact> {
  const staked = new Map<string, Exact>();
  const sharedExit = new Map<string, number | null>();
  for (const order of evidence.secondsOrders) {
    const subject = `seconds ${order.id}`;
    findings.same(
      'seconds terms',
      subject,
      `${said(exact(order.payoutRate))} ${said(exact(order.feeRate))}`,
      `${said(exact(order.termPayoutRate))} ${said(exact(order.termFeeRate))}`,
    );
    findings.same('seconds expiry', subject, order.expiresAtMs, order.acceptedAtMs + order.seconds * 1000);
    const scale = evidence.scales.get(order.asset) ?? 0;
    const stake = exact(order.stake);
    const fee = ceilAt(times(stake, exact(order.feeRate)), scale);
    findings.figure('seconds fee', subject, order.fee, fee);
    const { mode } = order;
    findings.claim(order.openJournalId, {
      subject,
      mode,
      kind: 'seconds_open',
      idem: `open:seconds:${order.id}`,
      legs: { [coin(order)]: negative(plus(stake, fee)), [held(order)]: stake, [`0 fee ${order.asset}`]: fee },
    });
    if (order.status !== 'settled') {
      const isDecided = log.lastMs(order.symbolId) > order.expiresAtMs || untilMs >= order.expiresAtMs + decideAfterMs;
      if (isDecided) findings.add('seconds unsettled', subject, order.status, `settled by ${untilMs}`);
      const place = `${mode} ${held(order)}`;
      staked.set(place, plus(staked.get(place) ?? nought, stake));
      continue;
    }
    if (order.correctionJournalId !== null || order.voidReason === 'incident') {
      auditIncident(order, gainsBeside(order, evidence.secondsOrders, log), log, findings, plus(stake, fee));
      continue;
    }
    const result = resultOf(order, log);
    findings.count(`seconds ${result.outcome}`);
    findings.same('seconds outcome', subject, `${order.outcome} ${order.voidReason}`, `${result.outcome} ${result.reason}`);
    findings.same(
      'seconds entry',
      subject,
      `${order.entrySeq} ${plain(order.entryPrice)}`,
      `${result.entry?.seq ?? null} ${result.entry?.priceText ?? null}`,
    );
    findings.same(
      'seconds exit',
      subject,
      `${order.exitSeq} ${plain(order.exitPrice)}`,
      `${result.exit?.seq ?? null} ${result.exit?.priceText ?? null}`,
    );
    const shared = `${order.symbolId} ${order.expiresAtMs}`;
    if (result.reason !== 'no_entry_tick') {
      if (sharedExit.has(shared)) findings.same('seconds shared exit', subject, order.exitSeq, sharedExit.get(shared));
      if (result.reason === null) sharedExit.set(shared, order.exitSeq);
      const next = log.all(order.symbolId)[log.placeAfter(order.symbolId, order.expiresAtMs)];
      // Without a tick the clock decided; what came later changes nothing.
      if (order.nextSeq !== null) findings.same('seconds next', subject, order.nextSeq, next?.seq);
      else if ((order.settledAtMs ?? 0) < order.expiresAtMs + decideAfterMs)
        findings.add('seconds early', subject, order.settledAtMs, order.expiresAtMs + decideAfterMs);
    }
    const returned =
      result.outcome === 'lost'
        ? nought
        : result.outcome === 'won'
          ? floorAt(times(stake, plus(exact(1), exact(order.payoutRate))), scale)
          : plus(stake, fee);
    findings.figure('seconds returned', subject, order.returned, returned);
    findings.figure('seconds profit', subject, order.profit, minus(returned, plus(stake, fee)));
    const isBack = result.outcome === 'equal' || result.outcome === 'void';
    findings.claim(order.settleJournalId, {
      subject,
      mode,
      kind: 'seconds_settle',
      idem: `settle:seconds:${order.id}`,
      legs: {
        [held(order)]: negative(stake),
        [coin(order)]: returned,
        ...(isBack ? { [`0 fee ${order.asset}`]: negative(fee) } : { [`0 pnl ${order.asset}`]: minus(stake, returned) }),
      },
    });
  }
  for (const price of evidence.settlePrices) {
    const exit = lastLive(log, price.symbolId, price.atMs);
    findings.same('settle price', `${price.symbolId} ${price.atMs}`, price.exitSeq, exit?.seq ?? null);
  }
  return staked;
}

const coin = ({ userId, asset }: SecondsRow): string => `${userId} coin ${asset}`;
const held = ({ userId, asset }: SecondsRow): string => `${userId} stake ${asset}`;
const plain = (text: string | null): string | null => (text === null ? null : said(exact(text)));

/** Incidents void an order by themselves; spot and leverage leave the ticks out instead. */
function lastLive(log: AuditedLog, symbol: string, atMs: number): LoggedTick | undefined {
  const run = log.all(symbol);
  for (let place = log.placeAfter(symbol, atMs) - 1; place >= 0; place -= 1) if (run[place]?.isLive === true) return run[place];
  return undefined;
}

function resultOf({ symbolId, direction, acceptedAtMs, expiresAtMs }: SecondsRow, log: AuditedLog): Result {
  const run = log.all(symbolId);
  let place = log.placeAfter(symbolId, acceptedAtMs);
  while (place < run.length && run[place]?.isLive !== true) place += 1;
  const entry = run[place];
  if (entry === undefined || entry.atMs > acceptedAtMs + entryWithinMs)
    return { entry: undefined, exit: undefined, outcome: 'void', reason: 'no_entry_tick' };
  const last = lastLive(log, symbolId, expiresAtMs);
  const exit = last === undefined || last.seq < entry.seq ? undefined : last;
  if (exit === undefined || exit.seq - entry.seq < ticksAfterEntry)
    return { entry, exit, outcome: 'void', reason: 'too_few_ticks' };
  if (expiresAtMs - exit.atMs > exitMaxAgeMs) return { entry, exit, outcome: 'void', reason: 'exit_tick_too_old' };
  const move = compared(exit.price, entry.price);
  const isRight = direction === 'long' ? move > 0 : move < 0;
  return { entry, exit, outcome: move === 0 ? 'equal' : isRight ? 'won' : 'lost', reason: null };
}

/** What the holder won in times that incidents void, in the same market, account mode and asset. */
function gainsBeside({ userId, mode, asset, symbolId }: SecondsRow, orders: readonly SecondsRow[], log: AuditedLog): Exact {
  return sumOf(
    orders
      .filter(
        (other) =>
          other.userId === userId &&
          other.mode === mode &&
          other.asset === asset &&
          other.symbolId === symbolId &&
          other.outcome === 'won',
      )
      .filter(({ acceptedAtMs, expiresAtMs }) => log.meetsIncident(symbolId, acceptedAtMs, expiresAtMs))
      .map(({ profit }) => exact(profit ?? '0')),
  );
}

/** Stake and fee are back, less gains of that time at most: by the settlement itself, or by an adjustment after the order was lost. */
function auditIncident(order: SecondsRow, gains: Exact, log: AuditedLog, findings: Findings, paid: Exact): void {
  const subject = `seconds ${order.id}`;
  const { mode, asset } = order;
  findings.count('seconds incident');
  if (!log.meetsIncident(order.symbolId, order.acceptedAtMs, order.expiresAtMs))
    findings.add('seconds incident', subject, order.incidentId, 'none');
  const isCorrected = order.correctionJournalId !== null;
  const stake = exact(order.stake);
  const fee = minus(paid, stake);
  const back = lesser(paid, greater(minus(paid, gains), exact(order.returned ?? '0')));
  const kept = minus(paid, back);
  findings.figure('seconds returned', subject, order.returned, back);
  const house = (moved: Exact) => (isNought(moved) ? {} : { [`0 pnl ${asset}`]: moved });
  const toHolder = isNought(back) ? {} : { [coin(order)]: back };
  findings.claim(order.settleJournalId, {
    subject,
    mode,
    kind: 'seconds_settle',
    idem: `settle:seconds:${order.id}`,
    legs: isCorrected
      ? { [held(order)]: negative(stake), [`0 pnl ${asset}`]: stake }
      : { [held(order)]: negative(stake), ...toHolder, [`0 fee ${asset}`]: negative(fee), ...house(kept) },
  });
  if (!isCorrected) return;
  findings.claim(order.correctionJournalId, {
    subject: `${subject} correction`,
    mode,
    kind: 'adjustment',
    idem: `incident:seconds:${order.id}`,
    legs: { ...toHolder, ...house(minus(kept, stake)), [`0 fee ${asset}`]: negative(fee) },
  });
}
