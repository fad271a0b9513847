/** Writes accepted orders: their rows, one journal for each, and the private events, a few statements for all of them. */
import { invariant } from '@tessera/shared/errors';
import { add, isZero, negate, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import { publishEvents } from '../../execution/publishEvents';
import { house, postMany, type Leg, type Posting } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import type { AcceptedTerms } from './acceptance';
import { orderEvent } from './applyResults';
import type { OrderRow } from './orderRow';
import { ownName, type Accepted } from './submission';

/** By the client's name of the order. One that another transaction wrote first is not in it. */
export async function insertOrders(tx: Tx, accepted: readonly Accepted[]): Promise<ReadonlyMap<string, OrderRow>> {
  if (accepted.length === 0) return new Map();
  const rows = await tx
    .insertInto('secondsOrder')
    .values(
      accepted.map(({ submission: { userId, user, asked }, terms, acceptedAtMs }) => ({
        userId,
        mode: user.mode,
        clientOrderId: asked.clientOrderId,
        symbolId: terms.symbol.id,
        assetClass: terms.symbol.assetClass,
        direction: asked.direction,
        seconds: asked.seconds,
        asset: asked.asset,
        stake: toText(terms.stake),
        fee: toText(terms.fee),
        payoutRate: toText(terms.payoutRate),
        feeRate: toText(terms.feeRate),
        ruleVersion: terms.quote.ruleVersion,
        catalogVersion: terms.quote.catalogVersion,
        quotedPrice: terms.quote.price,
        quotedSeq: terms.quote.priceSeq,
        acceptedPrice: terms.latest.price,
        acceptedSeq: terms.latest.seq,
        acceptedAtMs,
        expiresAtMs: acceptedAtMs + asked.seconds * 1000,
      })),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'mode', 'clientOrderId']).doNothing())
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [`${row.userId} ${row.mode} ${row.clientOrderId}`, row]));
}

/** Answers the rows as they stand, in the order given. */
export async function postOpenings(
  tx: Tx,
  accepted: readonly Accepted[],
  inserted: ReadonlyMap<string, OrderRow>,
): Promise<OrderRow[]> {
  if (accepted.length === 0) return [];
  const orders = accepted.map(({ submission, terms }) => ({ row: inserted.get(ownName(submission)) as OrderRow, terms }));
  const posted = await postMany(
    tx,
    orders.map(({ row, terms }) => openingPosting(row, terms)),
  );
  const { rows } = await sql<OrderRow>`
    update seconds_order o set open_journal_id = given.journal_id
    from unnest(${orders.map(({ row }) => row.id)}::bigint[], ${posted.map(({ journalId }) => journalId)}::bigint[]) given (id, journal_id)
    where o.id = given.id returning o.*`.execute(tx);
  invariant(rows.length === orders.length, `all ${orders.length} orders have their journal, got ${rows.length}`);
  const made = new Map(rows.map((row) => [row.id, row]));
  const opened = orders.map(({ row }) => made.get(row.id) as OrderRow);
  const atMs = Math.max(...opened.map(({ acceptedAtMs }) => acceptedAtMs));
  await publishEvents(tx, { events: opened.map((row) => orderEvent(row, row.acceptedAtMs)), moved: opened, atMs });
  return opened;
}

function openingPosting(row: OrderRow, { stake, fee }: AcceptedTerms): Posting {
  const { userId: ownerId, mode, asset } = row;
  const legs: Leg[] = [
    { account: { ownerId, kind: 'coin', asset }, amount: negate(add(stake, fee)) },
    { account: { ownerId, kind: 'stake', asset }, amount: stake },
    { account: house('fee', asset), amount: fee },
  ];
  return {
    mode,
    kind: 'seconds_open',
    ref: String(row.id),
    idem: `open:seconds:${row.id}`,
    atMs: row.acceptedAtMs,
    legs: legs.filter((leg) => !isZero(leg.amount)),
  };
}
