/** Custody as operators see it, and what they read off or know of it. */
import { amount, isZero } from '@tessera/shared/money';
import { AppError } from '@tessera/shared/errors';
import type { CustodyDepositShown, CustodyDifferenceShown, OperationResponse } from '@tessera/shared/operations';
import { sql } from 'kysely';
import { formatUnits } from 'viem';
import { appendAudit } from '../ops/audit';
import { dayOf } from '../calendar/days';
import { toReviewError } from '../reviews/reviewError';
import type { Db, Tx } from '../store/database';
import { rowId } from '../store/rowId';
import type { ActingOperator } from './ActingOperator';
import { doneOf } from './alarmCalls';
import { toOperatorError } from './operatorError';
import type { OperationHandlers } from './OperationHandler';

/** Of each list. */
const shownMost = 50;

/** `chains`: the networks that programs count. */
export function custodyCalls({ db, chains }: { readonly db: Db; readonly chains: readonly string[] }) {
  /** With its line in the audit log. */
  async function write<T>(
    {
      operator,
      nowMs,
      action,
      subject,
      details,
    }: {
      readonly operator: ActingOperator;
      readonly nowMs: number;
      readonly action: string;
      readonly subject: string;
      readonly details: Readonly<Record<string, unknown>>;
    },
    act: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return db
      .transaction()
      .execute(async (tx) => {
        const done = await act(tx);
        await appendAudit(tx, { actor: operator.name, action, subject, details, nowMs });
        return done;
      })
      .catch((error: unknown) => {
        throw toOperatorError(toReviewError(error));
      });
  }

  async function requireAsset(asset: string): Promise<void> {
    const known = await db.selectFrom('asset').select('id').where('id', '=', asset).executeTakeFirst();
    if (known === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'asset' } });
  }

  return {
    custodyList: ({ nowMs }) => listCustody(db, chains, nowMs),

    async custodyRead({ request: { rail, asset, day, balance }, operator, nowMs }) {
      await requireAsset(asset);
      const said = { operator, nowMs, action: 'custody.read', subject: `custody ${rail} ${asset}`, details: { day, balance } };
      const isCounted = await write(said, async (tx) => {
        const { rows } = await sql<{ isCounted: boolean }>`
          select read_custody(${operator.sessionHash}, ${rail}, ${asset}, ${day}::int, ${balance}::numeric, ${nowMs}::bigint) as is_counted`.execute(
          tx,
        );
        return rows[0]?.isCounted === true;
      });
      return { isCounted };
    },

    async custodyOwnEnter({ request: { rail, asset, day, amount: sum, reason }, operator, nowMs }) {
      await requireAsset(asset);
      if (isZero(amount(sum))) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
      const said = {
        operator,
        nowMs,
        action: 'custody.own-enter',
        subject: `custody ${rail} ${asset}`,
        details: { day, amount: sum, reason },
      };
      const id = await write(said, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          select enter_custody_own(${operator.sessionHash}, ${rail}, ${asset}, ${day}::int, ${sum}::numeric, ${reason}, ${nowMs}::bigint) as id`.execute(
          tx,
        );
        return rows[0]?.id;
      });
      return { id: String(id) };
    },

    async custodyOwnConfirm({ request: { id }, operator, nowMs }) {
      const said = { operator, nowMs, action: 'custody.own-confirm', subject: `custody entry ${id}`, details: {} };
      await write(said, (tx) =>
        sql`select confirm_custody_own(${operator.sessionHash}, ${rowId(id)}::bigint, ${nowMs}::bigint)`.execute(tx),
      );
      return {};
    },
  } satisfies Partial<OperationHandlers>;
}

async function listCustody(db: Db, chains: readonly string[], nowMs: number): Promise<OperationResponse<'custodyList'>> {
  const yesterday = dayOf(nowMs) - 1;
  const newest = await db
    .selectFrom('custodyCount')
    .distinctOn(['rail', 'asset'])
    .selectAll()
    .orderBy('rail')
    .orderBy('asset')
    .orderBy('day', 'desc')
    .execute();
  const { rows: toRead } = await sql<{ rail: string; asset: string; readBy: string[] }>`
    select substr(a.kind, 9) as rail, a.asset,
      array(select n.name from custody_reading r join operator_name n on n.id = r.operator_id
        where r.rail = substr(a.kind, 9) and r.asset = a.asset and r.day = ${yesterday}::int order by 1) as read_by
    from account a where a.owner_id = 0 and a.mode = 'real' and a.kind like 'custody:%' and substr(a.kind, 9) <> all (${chains}::text[])
      and not exists (select from custody_count c where c.rail = substr(a.kind, 9) and c.asset = a.asset and c.day = ${yesterday}::int)
    order by 1, 2`.execute(db);
  const own = await db
    .selectFrom('custodyOwn')
    .innerJoin('operatorName as enterer', 'enterer.id', 'custodyOwn.enteredBy')
    .leftJoin('operatorName as confirmer', 'confirmer.id', 'custodyOwn.confirmedBy')
    .select([
      'custodyOwn.id',
      'rail',
      'asset',
      'day',
      'amount',
      'reason',
      'enterer.name as enteredBy',
      'confirmer.name as confirmedBy',
    ])
    .orderBy('custodyOwn.id', 'desc')
    .limit(shownMost)
    .execute();
  return {
    newest: newest.map(({ blockNumber, blockHash: _, found, booked, known, difference, ...row }) => ({
      ...row,
      found: plain(found),
      booked: plain(booked),
      known: plain(known),
      difference: plain(difference),
      block: blockNumber,
    })),
    toRead: toRead.map((one) => ({ ...one, day: yesterday })),
    own: own.map(({ id, amount: sum, ...row }) => ({ ...row, id: String(id), amount: plain(sum) })),
    differences: await listDifferences(db),
    deposits: await listDeposits(db),
  };
}

async function listDifferences(db: Db): Promise<OperationResponse<'custodyList'>['differences']> {
  const done = doneOf('custody', sql`rail || ' ' || asset || ' ' || day`, sql`trim_scale(difference)::text`);
  const { rows } = await sql<CustodyDifferenceShown>`
    select rail, asset, day, trim_scale(difference)::text as difference, ${done} as done from custody_count where difference <> 0
    order by ${done} is not null, day desc, rail, asset limit ${shownMost}`.execute(db);
  return [...rows];
}

async function listDeposits(db: Db): Promise<OperationResponse<'custodyList'>['deposits']> {
  const says = sql<string>`p.state || ' ' || p.moved_at_ms`;
  const done = doneOf('deposit', sql`p.id::text`, says);
  const { rows } = await sql<CustodyDepositShown & { readonly raw: string; readonly decimals: number }>`
    select p.id::text, p.network as rail, p.asset, p.state, ${says} as says, p.why, p.raw::text, p.decimals, a.address, p.txid as transaction, p.user_id::text,
      p.seen_at_ms, ${done} as done
    from chain_deposit p join deposit_address a on a.id = p.address_id where p.state in ('unmatched', 'owed')
    order by ${done} is not null, p.id desc limit ${shownMost}`.execute(db);
  return rows.map(({ raw, decimals, ...row }) => ({ ...row, amount: formatUnits(BigInt(raw), decimals) }));
}

/** Without the zeros that a column of the database carries. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
