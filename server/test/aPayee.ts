/** A wallet address that a person confirmed two days ago, and may use. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../src/store/database';

export interface AskedPayee {
  readonly userId: number;
  readonly nowMs: number;
  readonly asset?: string;
  readonly network?: string;
  /** Two days ago. */
  readonly confirmedAtMs?: number;
}

/** Answers its public id and the address. */
export async function aPayee(
  db: Db,
  { userId, nowMs, asset = 'USDT', network = 'tron', confirmedAtMs = nowMs - 2 * 86_400_000 }: AskedPayee,
): Promise<{ readonly payeeId: string; readonly address: string }> {
  const payeeId = randomUUID().replaceAll('-', '');
  const address = network === 'ethereum' ? `0x${randomBytes(20).toString('hex')}` : `T${payeeId}`;
  await db
    .insertInto('payee')
    .values({
      publicId: payeeId,
      userId,
      kind: 'wallet',
      asset,
      network,
      address,
      sealed: null,
      cardHash: null,
      label: 'Savings',
      masked: `${address.slice(0, 6)}…${address.slice(-6)}`,
      confirmedAtMs,
      usableFromMs: confirmedAtMs + 86_400_000,
    })
    .execute();
  return { payeeId, address };
}
