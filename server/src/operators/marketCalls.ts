/** An emergency is one operator's to stop: it takes nothing from anybody, and is public at once. */
import { AppError, type ErrorCode } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { appendAudit, holdAudit } from '../ops/audit';
import { publishRecord } from '../record/publishRecord';
import type { Db } from '../store/database';
import type { OperationCall, OperationHandlers } from './OperationHandler';
import { toOperatorError } from './operatorError';

const verbs = {
  halt: { ask: 'halt_market', state: 'halted', refusal: 'MARKET_HALTED_ALREADY' },
  resume: { ask: 'resume_market', state: 'resumed', refusal: 'MARKET_NOT_HALTED' },
} as const satisfies Record<string, { ask: string; state: string; refusal: ErrorCode }>;

export function marketCalls({ db }: { readonly db: Db }) {
  async function act(verb: keyof typeof verbs, { request, operator, nowMs }: OperationCall<'marketsHalt' | 'marketsResume'>) {
    const { symbol, reason } = request;
    const { ask, state, refusal } = verbs[verb];
    if ((await db.selectFrom('symbol').select('id').where('id', '=', symbol).executeTakeFirst()) === undefined)
      throw new AppError('ORDER_SYMBOL_NOT_FOUND');
    const id = await db
      .transaction()
      .execute(async (tx) => {
        await holdAudit(tx);
        const { rows } = await sql<{ id: number; role: string }>`
          select id, role from ${sql.ref(ask)}(${operator.sessionHash}, ${symbol}, ${reason}, ${nowMs}::bigint)`.execute(tx);
        const [done] = rows;
        if (done === undefined) throw new AppError(refusal);
        const body = { id: String(done.id), symbol, state, reason, by: done.role };
        const details = { halt: done.id, reason };
        await appendAudit(tx, { actor: operator.name, action: `market.${verb}`, subject: symbol, details, nowMs });
        await publishRecord(tx, { kind: 'halt', atMs: nowMs, body });
        return done.id;
      })
      .catch((error: unknown) => {
        throw toOperatorError(error);
      });
    return { id: String(id), symbol, atMs: nowMs };
  }

  return {
    marketsHalt: (call) => act('halt', call),
    marketsResume: (call) => act('resume', call),
  } satisfies Partial<OperationHandlers>;
}
