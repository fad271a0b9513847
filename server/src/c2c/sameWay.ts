import type { SecretBox } from '../platform/secretBox';
import type { Db } from '../store/database';
import { openWay, type PayTo } from './sealedWay';

/** Of a merchant's ways that are not retired, the one that says the same in every field. */
export async function sameWay(
  db: Db,
  box: SecretBox,
  asked: { readonly merchantId: number; readonly currency: string; readonly name: string; readonly payTo: PayTo },
): Promise<number | undefined> {
  const { merchantId, currency, name, payTo } = asked;
  const known = await db
    .selectFrom('c2cWay')
    .select(['id', 'sealed'])
    .where('merchantId', '=', merchantId)
    .where('currency', '=', currency)
    .where('name', '=', name)
    .where('retiredAtMs', 'is', null)
    .execute();
  for (const { id, sealed } of known) {
    const { holder, account, bank, note } = await openWay(box, merchantId, sealed);
    if (holder === payTo.holder && account === payTo.account && bank === payTo.bank && note === payTo.note) return id;
  }
  return undefined;
}
