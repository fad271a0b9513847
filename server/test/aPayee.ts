/** A wallet address, or a card, that a person confirmed two days ago, and may use. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createCardBox, sealCard, type Card } from '../src/payees/sealedCard';
import type { Db } from '../src/store/database';

export interface AskedPayee {
  readonly userId: number;
  readonly nowMs: number;
  readonly asset?: string;
  readonly network?: string;
  /** Two days ago. */
  readonly confirmedAtMs?: number;
  /** One that no program would take, but for Ethereum. */
  readonly address?: string;
}

/** Answers its public id and the address. */
export async function aPayee(
  db: Db,
  { userId, nowMs, asset = 'USDT', network = 'tron', confirmedAtMs = nowMs - 2 * 86_400_000, address: given }: AskedPayee,
): Promise<{ readonly payeeId: string; readonly address: string }> {
  const payeeId = randomUUID().replaceAll('-', '');
  const address = given ?? (network === 'ethereum' ? `0x${randomBytes(20).toString('hex')}` : `T${payeeId}`);
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

export const testCard: Card = { cardNumber: '4111111111111111', holderName: 'Anna Muster', bankName: 'Musterbank' };

/** Answers its public id. `key`: what the exchange seals with. */
export async function aCard(
  db: Db,
  { userId, nowMs, key, confirmedAtMs = nowMs - 2 * 86_400_000 }: AskedPayee & { readonly key: string },
): Promise<string> {
  const publicId = randomUUID().replaceAll('-', '');
  await db
    .insertInto('payee')
    .values({
      publicId,
      userId,
      kind: 'bank_card',
      asset: null,
      network: null,
      address: null,
      sealed: await sealCard(
        createCardBox(async () => key),
        userId,
        testCard,
      ),
      cardHash: publicId,
      label: 'Salary',
      masked: `•••• ${testCard.cardNumber.slice(-4)}`,
      confirmedAtMs,
      usableFromMs: confirmedAtMs + 86_400_000,
    })
    .execute();
  return publicId;
}
