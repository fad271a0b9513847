/** The person's row: made, found, shown. */
import { AppError } from '@tessera/shared/errors';
import { accountKey, maskAccount } from './accounts';
import type { Selectable } from 'kysely';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';
import type { Account } from './accounts';
import type { AppUserTable } from './tables';

export type User = Selectable<AppUserTable>;

const invitationLength = 8;
const firstId = 10_000_000;
const idRange = 90_000_000;
const triesForFreeId = 20;

export interface NewUser {
  readonly account: Account;
  readonly country: string;
  /** null: of a wallet. */
  readonly passwordHash: string | null;
  readonly inviterId: number | null;
  readonly language: User['language'];
  readonly nowMs: number;
}

/** Throws AUTH_ACCOUNT_TAKEN. Ids and invitation codes are random, so another is drawn when one is taken. */
export async function insertUser(tx: Tx, random: Random, wanted: NewUser): Promise<User> {
  const { account } = wanted;
  for (let attempt = 0; attempt < triesForFreeId; attempt += 1) {
    const inserted = await tx
      .insertInto('appUser')
      .values({
        id: firstId + random.integer(idRange),
        email: account.kind === 'email' ? account.email : null,
        phone: account.kind === 'phone' ? account.phone : null,
        wallet: account.kind === 'wallet' ? account.wallet : null,
        country: wanted.country,
        passwordHash: wanted.passwordHash,
        invitationCode: random.letters(invitationLength),
        inviterId: wanted.inviterId,
        language: wanted.language,
        createdAtMs: wanted.nowMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted !== undefined) return inserted;
    if ((await findByAccount(tx, account)) !== undefined) throw new AppError('AUTH_ACCOUNT_TAKEN');
  }
  throw new AppError('PLEASE_RETRY', { isRetryable: true });
}

export function findByAccount(db: Db | Tx, account: Account): Promise<User | undefined> {
  return db.selectFrom('appUser').selectAll().where(account.kind, '=', accountKey(account)).executeTakeFirst();
}

/** The user of a live session. */
export async function userById(db: Db | Tx, id: number): Promise<User> {
  const user = await db.selectFrom('appUser').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) throw new AppError('AUTH_USER_NOT_FOUND');
  return user;
}

/** What the person is known by: the e-mail address where there is one. */
export const mainAccount = (user: Pick<User, 'email' | 'phone' | 'wallet'>): string =>
  user.email ?? user.phone ?? user.wallet ?? '';

type Shown = Pick<EndpointResponse<'userInfo'>, 'mode' | 'creditScore' | 'isTotpOn' | 'primary' | 'advanced' | 'needsIdentity'>;

export const showUser = (user: User, shown: Shown, nowMs: number): EndpointResponse<'userInfo'> => ({
  userId: String(user.id),
  account: maskAccount(mainAccount(user)),
  email: user.email === null ? null : maskAccount(user.email),
  phone: user.phone === null ? null : maskAccount(user.phone),
  ...(user.wallet === null ? {} : { wallet: maskAccount(user.wallet) }),
  invitationCode: user.invitationCode,
  ...(user.passwordHash === null ? { isWithoutPassword: true as const } : {}),
  hasPaymentPassword: user.paymentPasswordHash !== null,
  language: user.language,
  isDemoOpen: user.isDemoOpen,
  createdAtMs: user.createdAtMs,
  ...shown,
  ...(user.withdrawalsHeldUntilMs > nowMs ? { withdrawalsHeldUntilMs: user.withdrawalsHeldUntilMs } : {}),
  ...(user.emailHeldUntilMs > nowMs ? { emailHeldUntilMs: user.emailHeldUntilMs } : {}),
  ...(user.phoneHeldUntilMs > nowMs ? { phoneHeldUntilMs: user.phoneHeldUntilMs } : {}),
});
