/**
 * The audit: an independent reading of the journal, the tick log and the accepted orders. It recomputes every result, deal,
 * night and fill and every balance with whole numbers, shares no code with the exchange (neither shared/trading nor
 * shared/fairness nor server/src), and tolerates no difference at all.
 *
 *   const { findings, counts } = await audit(database.owner);   // findings: [] or "rule: subject: stored …, computed …"
 */
import type pg from 'pg';
import { auditLedger } from './auditLedger';
import { AuditedLog } from './AuditedLog';
import { auditLeverage } from './auditLeverage';
import { auditSeconds } from './auditSeconds';
import { auditSpot } from './auditSpot';
import { auditSetOffs } from './auditSetOff';
import { auditStopOuts } from './auditStopOut';
import { readEvidence } from './evidence';
import { isSame, nought, said } from './exact';
import { Findings } from './Findings';

export interface AuditReport {
  readonly findings: readonly string[];
  /** How much was looked at, by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface AuditOptions {
  /** Up to here everything has been judged; the end of the log unless it is said. */
  readonly untilMs?: number;
  /** How long after a tick its decision may have been booked. */
  readonly patienceMs?: number;
  /** How long after its instant a tick may have come into the log: an order could be cancelled until then. */
  readonly tickDelayMs?: number;
}

export async function audit(owner: pg.Pool, options: AuditOptions = {}): Promise<AuditReport> {
  const client = await owner.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await auditWithin(client, options);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/** What this connection's transaction sees. */
export async function auditWithin(
  client: pg.ClientBase,
  { untilMs, patienceMs = 20_000, tickDelayMs = 0 }: AuditOptions = {},
): Promise<AuditReport> {
  const evidence = await readEvidence(client);
  const findings = new Findings(evidence.journals);
  const log = new AuditedLog(evidence);
  const judgedMs = untilMs ?? Math.max(-1, ...log.symbols().map((symbol) => log.lastMs(symbol)));
  for (const broken of log.breaks()) findings.add('tick log', broken, 'stored', 'does not follow');
  findings.count('ticks', evidence.ticks.length);
  auditLedger(evidence, findings);
  const staked = auditSeconds(evidence, log, findings, judgedMs);
  const frozen = auditSpot(evidence, log, findings, judgedMs);
  const leverage = auditLeverage(evidence, { log, findings, untilMs: judgedMs, tickDelayMs });
  auditStopOuts(evidence, leverage, { log, findings, untilMs: judgedMs, patienceMs });
  auditSetOffs(leverage, log, findings);
  findings.unclaimed(new Set(['spot', 'leverage', 'seconds_open', 'seconds_settle', 'adjustment']));

  const held = new Map([...staked, ...frozen, ...leverage.margins]);
  for (const { account, mode, balance } of evidence.accounts) {
    if (!/^\d+ (stake|coin_hold|margin) /.test(account) || account.startsWith('0 ')) continue;
    const place = `${mode} ${account}`;
    const computed = held.get(place) ?? nought;
    if (!isSame(balance, computed)) findings.add('held money', place, said(balance), said(computed));
  }
  return { findings: findings.all, counts: findings.counts };
}
