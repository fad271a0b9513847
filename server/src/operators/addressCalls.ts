/** The list of addresses that people send top-ups to. */
import { AppError } from '@tessera/shared/errors';
import type { OperationResponse } from '@tessera/shared/operations';
import { sql } from 'kysely';
import { appendAudit, holdAudit } from '../ops/audit';
import { addressOn } from '../payees/addressOn';
import type { Db, Tx } from '../store/database';
import { rowId } from '../store/rowId';
import { lowAddresses, readAddressStock } from '../topups/depositAddresses';
import { nextOf, usualLimit } from './nextOf';
import { toOperatorError } from './operatorError';
import type { OperationHandlers } from './OperationHandler';

export function addressCalls({ db }: { readonly db: Db }) {
  const stock = async (): Promise<OperationResponse<'addressesStock'>['networks']> =>
    (await readAddressStock(db)).map(({ isDerived, ...one }) => ({ ...one, isLow: one.free < lowAddresses && !isDerived }));

  /** As they are kept: each in one writing only. */
  async function written(tx: Tx, network: string, addresses: readonly string[]): Promise<readonly string[]> {
    const known = await tx.selectFrom('network').select('addressKind').where('id', '=', network).executeTakeFirst();
    if (known === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'network' } });
    const read = await Promise.all(addresses.map((one) => addressOn(known.addressKind, one)));
    return read.map((one, at) => {
      if (one === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: `addresses.${at}` } });
      return one;
    });
  }

  return {
    addressesStock: async () => ({ networks: await stock() }),

    async addressesList({ request: { network, cursor, limit = usualLimit } }) {
      let query = db
        .selectFrom('depositAddress as address')
        .innerJoin('operatorName as adder', 'adder.id', 'address.addedBy')
        .leftJoin('operatorName as confirmer', 'confirmer.id', 'address.confirmedBy')
        .select(['address.id', 'address.network', 'address.address', 'address.addedAtMs', 'address.userId', 'address.givenAtMs'])
        .select(['adder.name as addedBy', 'confirmer.name as confirmedBy'])
        .where('address.network', '=', network)
        .orderBy('address.id', 'desc')
        .limit(limit);
      if (cursor !== undefined) query = query.where('address.id', '<', rowId(cursor));
      const rows = await query.execute();
      const items = rows.map(({ id, userId, ...row }) => ({
        ...row,
        id: String(id),
        userId: userId === null ? null : String(userId),
      }));
      return { items, next: nextOf(rows, limit) };
    },

    async addressesAdd({ request: { network, addresses: typed }, operator, nowMs }) {
      const entered = await db
        .transaction()
        .execute(async (tx) => {
          const addresses = await written(tx, network, typed);
          await holdAudit(tx);
          const { rows } = await sql<{ added: number; confirmed: number }>`
            select * from add_deposit_addresses(${operator.sessionHash}, ${network}, ${addresses}::text[], ${nowMs}::bigint)`.execute(
            tx,
          );
          const { added = 0, confirmed = 0 } = rows[0] ?? {};
          await appendAudit(tx, {
            actor: operator.name,
            action: 'addresses.add',
            subject: `network ${network}`,
            details: { added, confirmed, addresses },
            nowMs,
          });
          return { added, confirmed };
        })
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      return { ...entered, networks: await stock() };
    },
  } satisfies Partial<OperationHandlers>;
}
