import { sql, type Expression, type SqlBool } from 'kysely';
import { appendAudit, brokenAuditRow, holdAudit } from '../ops/audit';
import type { Checks } from '../ops/healthPages';
import { fundsState, setFundsReadOnly, type FundsState } from '../ledger/Ledger';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { nextOf, usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

/** The whole chain is read for it. */
const chainKeptMs = 60_000;

/** The text stands in one of the columns, large and small letters alike. */
function mentions<Column extends string>(
  of: { or(any: readonly Expression<SqlBool>[]): Expression<SqlBool> },
  columns: readonly Column[],
  text: string,
) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return of.or(columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`));
}

/** `problems`: what keeps the exchange from doing its work, by the name of the check. */
export function houseCalls({ db, problems }: { readonly db: Db; readonly problems: () => Promise<Checks> }) {
  let chain: { readonly untilMs: number; readonly broken: Promise<number | undefined> } | undefined;
  function brokenRow(nowMs: number): Promise<number | undefined> {
    if (chain === undefined || chain.untilMs <= nowMs) {
      chain = { untilMs: nowMs + chainKeptMs, broken: brokenAuditRow(db) };
      chain.broken.catch(() => (chain = undefined));
    }
    return chain.broken;
  }

  return {
    async booksHealth({ nowMs }) {
      const [funds, checks, rules, broken] = await Promise.all([
        fundsState(db),
        problems(),
        db.selectFrom('ledgerCheck').selectAll().orderBy('rule').execute(),
        brokenRow(nowMs),
      ]);
      return {
        funds: shownFunds(funds),
        checks: Object.fromEntries(Object.entries(checks).map(([name, problem]) => [name, problem ?? null])),
        rules: rules.map(({ rule, checkedJournalId, atMs }) => ({ rule, reached: checkedJournalId, atMs })),
        brokenAuditRow: broken ?? null,
      };
    },

    async booksReadOnly({ request: { on, reason }, operator, nowMs }) {
      const state = { isReadOnly: on, reason, atMs: nowMs };
      await db.transaction().execute(async (tx) => {
        await holdAudit(tx);
        await setFundsReadOnly(tx, state);
        await appendAudit(tx, {
          actor: operator.name,
          action: `funds.read-only-${on ? 'on' : 'off'}`,
          subject: 'funds',
          details: { reason },
          nowMs,
        });
      });
      return { funds: shownFunds(state) };
    },

    async auditList({ request: { of = 'changes', operator, about, cursor, limit = usualLimit } }) {
      if (of === 'changes') {
        let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit);
        if (cursor !== undefined) query = query.where('id', '<', rowId(cursor));
        if (operator !== undefined) query = query.where('actor', '=', operator);
        if (about !== undefined) query = query.where((of) => mentions(of, ['action', 'subject'], about));
        const rows = await query.execute();
        const items = rows.map(({ id, atMs, actor, action, subject, details }) => ({
          id: String(id),
          atMs,
          operator: actor,
          action,
          subject,
          details,
        }));
        return { items, next: nextOf(rows, limit) };
      }
      let query = db
        .selectFrom('operatorCall')
        .innerJoin('operatorName', 'operatorName.id', 'operatorCall.operatorId')
        .select(['operatorCall.id', 'atMs', 'name', 'call', 'subject', 'outcome'])
        .orderBy('operatorCall.id', 'desc')
        .limit(limit);
      if (cursor !== undefined) query = query.where('operatorCall.id', '<', rowId(cursor));
      if (operator !== undefined) query = query.where('name', '=', operator);
      if (about !== undefined) query = query.where((of) => mentions(of, ['call', 'subject'], about));
      const rows = await query.execute();
      const items = rows.map(({ id, atMs, name, call, subject, outcome }) => ({
        id: String(id),
        atMs,
        operator: name,
        action: call,
        subject,
        details: outcome,
      }));
      return { items, next: nextOf(rows, limit) };
    },
  } satisfies Partial<OperationHandlers>;
}

const shownFunds = ({ isReadOnly, reason, atMs }: FundsState) => ({ isReadOnly, reason, sinceMs: atMs });
