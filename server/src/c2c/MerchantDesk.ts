/**
 * Merchants as operators keep them. What they are, how they are paid and what they offer is written by functions that believe an operator's
 * session (migrations 0404, 0406), never by the server. A debt that is settled, a higher limit and a price far from the market take two of them.
 */
import type { MerchantOrder, OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, decimalsOf, isNegative, subtract, toText, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Messages } from '../content/messages';
import { post } from '../ledger/Ledger';
import type { ActingOperator } from '../operators/ActingOperator';
import { appendAudit } from '../ops/audit';
import type { SecretBox } from '../platform/secretBox';
import type { Reviews } from '../reviews/Reviews';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { rowId } from '../store/rowId';
import { disputeForMerchant } from './disputeForMerchant';
import { isCurrency } from './isCurrency';
import { toMerchantError } from './merchantError';
import { listEntries } from './entries';
import { findMerchant, findMerchantOrder, listMerchantOrders, listMerchants } from './merchantRows';
import { settlementPosting } from './posting';
import { sameWay } from './sameWay';
import { sealWay } from './sealedWay';

type Whole = OperationResponse<'merchantsGet'>;
type ByTwo = OperationResponse<'merchantsSettle'>;

export interface MerchantDesk {
  list(nowMs: number): Promise<OperationResponse<'merchantsList'>>;
  /** Throws DATA_NOT_FOUND. */
  get(id: number, nowMs: number): Promise<Whole>;
  orders(asked: {
    readonly isOpen: boolean;
    readonly merchantId: number | undefined;
    readonly cursor: number | undefined;
    readonly limit: number;
  }): Promise<{ readonly items: MerchantOrder[]; readonly next: string | null }>;
  save(asked: OperationRequest<'merchantsSave'>, operator: ActingOperator, nowMs: number): Promise<ByTwo>;
  enterWay(
    asked: OperationRequest<'merchantsWay'>,
    operator: ActingOperator,
    nowMs: number,
  ): Promise<OperationResponse<'merchantsWay'>>;
  retireWay(asked: OperationRequest<'merchantsWayRetire'>, operator: ActingOperator, nowMs: number): Promise<Whole>;
  saveOffer(asked: OperationRequest<'merchantsOffer'>, operator: ActingOperator, nowMs: number): Promise<ByTwo>;
  settle(asked: OperationRequest<'merchantsSettle'>, operator: ActingOperator, nowMs: number): Promise<ByTwo>;
  withdrawEntry(asked: OperationRequest<'merchantsEntryWithdraw'>, operator: ActingOperator, nowMs: number): Promise<Whole>;
  /** Throws DATA_NOT_FOUND, STATUS_ABNORMAL where it is not paid, or disputed already, REVIEW_OWN. */
  dispute(asked: OperationRequest<'merchantsDispute'>, operator: ActingOperator, nowMs: number): Promise<MerchantOrder>;
}

export interface MerchantDeskDeps {
  readonly db: Db;
  readonly box: SecretBox;
  readonly messages: Pick<Messages, 'send'>;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly wakeOutbox: () => void;
}

const wrong = (field: string) => new AppError('PARAMETER_WRONG', { params: { field } });

export function createMerchantDesk(deps: MerchantDeskDeps): MerchantDesk {
  const { db, box, wakeOutbox } = deps;
  const act = actBy(db);

  return {
    list: async (nowMs) => ({ items: await listMerchants(db), entries: await listEntries(db, { nowMs }) }),
    get: (id, nowMs) => findMerchant(db, id, nowMs),
    orders: (asked) => listMerchantOrders(db, asked),

    async save({ id, name, asset, limit, state, reason }, operator, nowMs) {
      await requireScale(db, asset, { limit });
      let saved: number | null = null;
      const details = { name, asset, limit, state, reason };
      await act({ action: 'save', subject: `merchant ${id ?? name}`, details, operator, nowMs }, async (tx) => {
        const { rows } = await sql<{ saved: number | null }>`
          select c2c_save_merchant(${operator.sessionHash}, ${id ?? null}::bigint, ${name}, ${asset}, ${limit}::numeric, ${state}, ${nowMs}::bigint) as saved`.execute(
          tx,
        );
        saved = rows[0]?.saved ?? null;
      });
      return { waits: saved === null, ...(await findMerchant(db, saved ?? rowId(id ?? ''), nowMs)) };
    },

    async enterWay({ id, currency, name, holder, account, bank, note }, operator, nowMs) {
      if (!isCurrency(currency)) throw wrong('currency');
      const merchantId = rowId(id);
      const payTo = { holder, account, bank, note };
      const known = await sameWay(db, box, { merchantId, currency, name, payTo });
      const [sealed, masked] = [await sealWay(box, merchantId, payTo), `•••• ${account.slice(-4)}`];
      let entered: OperationResponse<'merchantsWay'>['entered'] = 'known';
      await act(
        { action: 'way', subject: `merchant ${id}`, details: { currency, name, masked }, operator, nowMs },
        async (tx) => {
          const { rows } = await sql<{ entered: typeof entered }>`
          select c2c_enter_way(${operator.sessionHash}, ${id}::bigint, ${currency}, ${name}, ${sealed}::bytea, ${masked}, ${known ?? null}::bigint, ${nowMs}::bigint) as entered`.execute(
            tx,
          );
          entered = rows[0]?.entered ?? entered;
        },
      );
      return { entered, ...(await findMerchant(db, merchantId, nowMs)) };
    },

    async retireWay({ id, wayId, reason }, operator, nowMs) {
      await act({ action: 'way_retire', subject: `merchant ${id}`, details: { wayId, reason }, operator, nowMs }, async (tx) => {
        await sql`select c2c_retire_way(${operator.sessionHash}, ${id}::bigint, ${wayId}::bigint, ${nowMs}::bigint)`.execute(tx);
      });
      return findMerchant(db, rowId(id), nowMs);
    },

    async saveOffer({ id, ...details }, operator, nowMs) {
      const { offerId, currency, price, min, max, minutes, available, seenAvailable, state } = details;
      if (!isCurrency(currency)) throw wrong('currency');
      if (compare(amount(max), amount(min)) < 0) throw wrong('max');
      const { merchant } = await findMerchant(db, rowId(id), nowMs);
      await requireScale(db, merchant.asset, { min, max, available, seenAvailable: seenAvailable ?? available });
      let waits = false;
      await act({ action: 'offer', subject: `merchant ${id}`, details, operator, nowMs }, async (tx) => {
        const left =
          offerId === undefined || seenAvailable === undefined
            ? amount(available)
            : await leftNow(tx, rowId(offerId), subtract(amount(available), amount(seenAvailable)));
        const { rows } = await sql<{
          saved: number | null;
        }>`select c2c_save_offer(${operator.sessionHash}, ${offerId ?? null}::bigint, ${id}::bigint, ${currency}, ${price}::numeric, ${min}::numeric,
          ${max}::numeric, ${minutes}::int, ${toText(left)}::numeric, ${state}, ${nowMs}::bigint) as saved`.execute(tx);
        waits = rows[0]?.saved === null;
      });
      return { waits, ...(await findMerchant(db, rowId(id), nowMs)) };
    },

    async settle({ id, amount: sum, network, transaction }, operator, nowMs) {
      const merchantId = rowId(id);
      const {
        merchant: { asset },
      } = await findMerchant(db, merchantId, nowMs);
      await requireScale(db, asset, { amount: sum });
      await requireCarried(db, asset, network);
      const details = { amount: sum, network, transaction };
      let waits = false;
      await act({ action: 'settle', subject: `merchant ${id}`, details, operator, nowMs }, async (tx) => {
        const { rows } = await sql<{ settled: number | null }>`
          select c2c_settle(${operator.sessionHash}, ${id}::bigint, ${sum}::numeric, ${network}, ${transaction}, ${nowMs}::bigint) as settled`.execute(
          tx,
        );
        const settled = rows[0]?.settled ?? null;
        waits = settled === null;
        if (settled !== null) await post(tx, settlementPosting({ id: settled, merchantId, asset, network }, amount(sum), nowMs));
      });
      return { waits, ...(await findMerchant(db, merchantId, nowMs)) };
    },

    async withdrawEntry({ id, entryId, reason }, operator, nowMs) {
      const details = { entryId, reason };
      await act({ action: 'entry_withdraw', subject: `merchant ${id}`, details, operator, nowMs }, async (tx) => {
        await sql`select c2c_withdraw_entry(${operator.sessionHash}, ${id}::bigint, ${entryId}::bigint, ${nowMs}::bigint)`.execute(
          tx,
        );
      });
      return findMerchant(db, rowId(id), nowMs);
    },

    async dispute(asked, operator, nowMs) {
      const id = await disputeForMerchant(deps, { ...asked, operator, nowMs });
      wakeOutbox();
      return findMerchantOrder(db, id);
    },
  };
}

interface Acted {
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly operator: ActingOperator;
  readonly nowMs: number;
}

/** One transaction with its row in the audit log. */
const actBy =
  (db: Db) =>
  async ({ action, subject, details, operator, nowMs }: Acted, work: (tx: Tx) => Promise<void>): Promise<void> =>
    db
      .transaction()
      .execute(async (tx) => {
        await appendAudit(tx, { actor: operator.name, action: `merchants.${action}`, subject, details, nowMs });
        enterLock(tx, 'order');
        await work(tx);
      })
      .catch((error: unknown) => {
        throw toMerchantError(error);
      });

/**
 * What an offer has left after the operator's change to it. It is held, so that an order placed meanwhile is neither lost nor given back
 * twice. Throws DATA_NOT_FOUND, PARAMETER_WRONG where more was taken away than is left.
 */
async function leftNow(tx: Tx, offerId: number, change: Amount): Promise<Amount> {
  await sql`select hold_c2c_offer(${offerId}::bigint)`.execute(tx);
  const offer = await tx.selectFrom('c2cOffer').select('available').where('id', '=', offerId).executeTakeFirst();
  if (offer === undefined) throw new AppError('DATA_NOT_FOUND');
  const left = add(amount(offer.available), change);
  if (isNegative(left)) throw wrong('available');
  return left;
}

/** Throws PARAMETER_WRONG with the field. */
async function requireScale(db: Db, asset: string, figures: Readonly<Record<string, string>>): Promise<void> {
  const known = await db.selectFrom('asset').select('scale').where('id', '=', asset).executeTakeFirst();
  if (known === undefined) throw wrong('asset');
  for (const [field, text] of Object.entries(figures)) if (decimalsOf(amount(text)) > known.scale) throw wrong(field);
}

/** Throws PARAMETER_WRONG where that network does not carry it. */
async function requireCarried(db: Db, asset: string, network: string): Promise<void> {
  const carried = await db
    .selectFrom('assetNetwork')
    .select('network')
    .where('asset', '=', asset)
    .where('network', '=', network)
    .executeTakeFirst();
  if (carried === undefined) throw wrong('network');
}
