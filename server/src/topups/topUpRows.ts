/** Top-ups as they are read and shown. */
import type { TopUp, TopUpStatus } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import type { Selectable } from 'kysely';
import type { KeptPaymentState } from '../gateway/tables';
import type { Db, Tx } from '../store/database';
import { rowId } from '../store/rowId';
import type { Uploads, Viewer } from '../uploads/Uploads';
import { readOnChain } from './deposits/readOnChain';
import type { TopUpTable } from './tables';

const prefix = 'topup:';
/** How a review, a picture and a journal name the top-up that they belong to. */
export const refOf = (id: number): string => `${prefix}${id}`;
export const idOf = (ref: string): number => rowId(ref.slice(prefix.length));

export interface TopUpRow extends Selectable<TopUpTable> {
  readonly networkName: string | null;
  readonly address: string | null;
  /** These of a bank card. */
  readonly gateway: string | null;
  readonly paymentState: KeptPaymentState | null;
  readonly page: string | null;
  readonly payableUntilMs: number | null;
}

export const topUpRows = (of: Db | Tx) =>
  of
    .selectFrom('topup')
    .leftJoin('network', 'network.id', 'topup.network')
    .leftJoin('depositAddress', 'depositAddress.id', 'topup.addressId')
    .leftJoin('gatewayPayment', 'gatewayPayment.topupId', 'topup.id')
    .selectAll('topup')
    .select(['network.name as networkName', 'depositAddress.address'])
    .select([
      'gatewayPayment.gateway',
      'gatewayPayment.state as paymentState',
      'gatewayPayment.page',
      'gatewayPayment.expiresAtMs as payableUntilMs',
    ]);

export interface TopUpFilter {
  readonly userId: number;
  readonly publicId?: string | undefined;
  readonly status?: TopUpStatus | undefined;
  /** Those before it. */
  readonly cursor?: number | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Newest first. */
export function listTopUps(
  db: Db | Tx,
  { userId, publicId, status, cursor, limit, offset = 0 }: TopUpFilter,
): Promise<TopUpRow[]> {
  let query = topUpRows(db).where('topup.userId', '=', userId).orderBy('topup.id', 'desc').limit(limit).offset(offset);
  if (publicId !== undefined) query = query.where('topup.publicId', '=', publicId);
  if (status !== undefined) query = query.where('topup.status', '=', status);
  if (cursor !== undefined) query = query.where('topup.id', '<', cursor);
  return query.execute();
}

/** As their person sees them; `viewer` is who the addresses of the pictures are for. */
export async function shownTopUps(
  {
    db,
    uploads,
    catalog,
  }: {
    readonly db: Db;
    readonly uploads: Pick<Uploads, 'addressOf'>;
    readonly catalog: Pick<Catalog, 'networks' | 'topUps'>;
  },
  rows: readonly TopUpRow[],
  viewer: Viewer,
): Promise<TopUp[]> {
  const ids = rows.flatMap(({ uploadIds }) => uploadIds);
  const found =
    ids.length === 0 ? [] : await db.selectFrom('upload').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
  const sizes = new Map(found.map((one) => [one.id, one]));
  const pictureOf = async (id: string) => {
    const { width = 0, height = 0 } = sizes.get(id) ?? {};
    return { address: await uploads.addressOf(id, viewer), width, height };
  };
  const onChain = await readOnChain(db, catalog, rows);
  return Promise.all(
    rows.map(async (row) => {
      const found = onChain.get(row.id);
      const pictures = await Promise.all(row.uploadIds.map(pictureOf));
      return { ...shown(row), ...(found === undefined ? {} : { onChain: found }), pictures };
    }),
  );
}

const shown = (row: TopUpRow): Omit<TopUp, 'pictures'> => ({
  id: row.publicId,
  asset: row.asset,
  amount: toText(amount(row.amount)),
  method: row.method,
  network:
    row.network === null || row.networkName === null || row.address === null
      ? null
      : { network: row.network, name: row.networkName, address: row.address },
  status: row.status,
  atMs: row.askedAtMs,
  decidedAtMs: row.decidedAtMs,
  reason: row.reason,
  isReversed: row.reversedAtMs !== null,
  turnoverNeed: toText(amount(row.turnoverNeed)),
  ...(row.payableUntilMs !== null && (row.paymentState === 'wanted' || row.paymentState === 'open')
    ? { payment: { page: row.page, untilMs: row.payableUntilMs } }
    : {}),
});
