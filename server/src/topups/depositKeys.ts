/** The extended public keys of the settings: published before an address of theirs is given to anybody. */
import { depositKeyOf, type DepositKey } from '../chain/deriveAddress';
import type { ChainSetting } from '../chain/chainSettings';
import { lockRecord, publishRecord } from '../record/publishRecord';
import type { Db } from '../store/database';

/** By network. Throws an Error in words where a key is none, or gives two networks the same addresses. */
export function readDepositKeys(settings: readonly ChainSetting[]): ReadonlyMap<string, DepositKey> {
  const keys = new Map<string, DepositKey>();
  for (const { network, xpub } of settings) {
    if (xpub === undefined) continue;
    const key = wordsOf(network, () => depositKeyOf(xpub));
    for (const [other, known] of keys)
      if (known.publicKey === key.publicKey)
        throw new Error(`CHAINS: ${other} and ${network} have one key; take one account for each`);
    keys.set(network, key);
  }
  return keys;
}

function wordsOf<T>(network: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`CHAINS: what ${network} has as xpub is no extended public key`, { cause: error });
  }
}

/** Those that the record does not know yet. */
export async function publishDepositKeys(db: Db, keys: ReadonlyMap<string, DepositKey>, nowMs: number): Promise<void> {
  for (const [network, { fingerprint, publicKey }] of keys) {
    await db.transaction().execute(async (tx) => {
      await lockRecord(tx);
      const known = await tx
        .selectFrom('depositKey')
        .select('id')
        .where('network', '=', network)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst();
      if (known !== undefined) return;
      const { seq } = await publishRecord(tx, { kind: 'deposit_key', atMs: nowMs, body: { network, publicKey, fingerprint } });
      await tx
        .insertInto('depositKey')
        .values({ network, fingerprint, publicKey, recordSeq: seq, publishedAtMs: nowMs })
        .execute();
    });
  }
}
