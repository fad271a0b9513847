import { sql } from 'kysely';
import type { Metrics } from '../../platform/metrics';
import type { Db } from '../../store/database';
import type { ChainProblemKind } from '../ChainProblem';

export interface SenderMeters {
  leads(isLeading: boolean): void;
  /** Of a round. */
  begin(): void;
  problem(kind: ChainProblemKind): void;
  stuck(): void;
  /** So many payouts nothing could be done about in the round. */
  broken(payouts: number): void;
  /** What waits, and for what. */
  count(db: Db, network: string, nowMs: number): Promise<void>;
}

const problems: readonly ChainProblemKind[] = ['unreachable', 'disagreement', 'wrongChain'];
const waits = ['funds', 'fee', 'refused'] as const;

export function createSenderMeters(metrics: Metrics, network: string): SenderMeters {
  const leads = metrics.gauge('payout_sender_leads', '1 in the process that sends payouts', ['network']);
  const problem = metrics.gauge('payout_chain_problem', '1 when the last round could not believe the chain', ['network', 'kind']);
  const stuck = metrics.gauge('payout_stuck', '1 while a payout is not mined and its fee cannot be raised further', ['network']);
  const broken = metrics.gauge('payouts_broken', 'Payouts about which the last round could do nothing, for an error of ours', [
    'network',
  ]);
  const waiting = metrics.gauge('payouts_waiting', 'Approved payouts that cannot be sent, by reason', ['network', 'why']);
  const undone = metrics.gauge('payouts_not_paid', 'Payouts that the chain decided against and no operator has taken over', [
    'network',
  ]);
  const oldest = metrics.gauge('payout_oldest_seconds', 'Age of the oldest payout that is to be sent or on its way', ['network']);
  return {
    leads: (isLeading) => leads.set({ network }, isLeading ? 1 : 0),
    begin() {
      for (const kind of problems) problem.set({ network, kind }, 0);
      stuck.set({ network }, 0);
      broken.set({ network }, 0);
    },
    problem: (kind) => problem.set({ network, kind }, 1),
    stuck: () => stuck.set({ network }, 1),
    broken: (payouts) => broken.set({ network }, payouts),
    async count(db, of, nowMs) {
      const { rows } = await sql<{ why: string | null; state: string | null; count: number; orderedAtMs: number }>`
        select w.why, s.state, count(*) as count, min(p.ordered_at_ms) as ordered_at_ms
        from payout p join withdrawal d on d.id = p.withdrawal_id
        left join payout_sending s on s.payout_id = p.id left join payout_wait w on w.payout_id = p.id
        where p.state = 'ordered' and p.adapter = 'evm' and d.network = ${of} group by 1, 2`.execute(db);
      const sum = (counted: typeof rows) => counted.reduce((total, row) => total + row.count, 0);
      for (const why of waits) waiting.set({ network, why }, sum(rows.filter((row) => row.why === why)));
      undone.set({ network }, sum(rows.filter(({ state }) => state === 'failed' || state === 'lost')));
      const since = Math.min(nowMs, ...rows.map(({ orderedAtMs }) => orderedAtMs));
      oldest.set({ network }, Math.round((nowMs - since) / 1000));
    },
  };
}
