/** What the gate judges by, read of one person: within a transaction that holds him, or as it stands. */
import type { IdentityLevel } from '@tessera/shared/contract';
import { add, amount, zero } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import { readPositionSums } from '../funds/contractFigures';
import type { User } from '../identity/users';
import { missingFor, readCertification } from '../papers/certification';
import type { Db, Tx } from '../store/database';
import { readDayLimit } from './dayLimit';
import type { GateFacts } from './gate';
import { readTurnover } from './turnover';

export interface AskedFacts {
  readonly user: User;
  /** Of the payee that was named; undefined: of any. */
  readonly payeeId: string | undefined;
  readonly nowMs: number;
}

export async function readGateFacts(
  db: Db | Tx,
  catalog: Pick<Catalog, 'identityNeed' | 'withdrawalLimits'>,
  { user, payeeId, nowMs }: AskedFacts,
): Promise<GateFacts> {
  const need = catalog.identityNeed('withdraw');
  const certification = await readCertification(db, user.id);
  const missing = missingFor(certification, need);
  const has: IdentityLevel =
    certification.primary?.status !== 'certified'
      ? 'none'
      : certification.advanced?.status === 'certified'
        ? 'advanced'
        : 'primary';
  let payees = db
    .selectFrom('payee')
    .select((of) => [of.fn.countAll<number>().as('payees'), of.fn.min('usableFromMs').as('fromMs')])
    .where('userId', '=', user.id)
    .where('deletedAtMs', 'is', null);
  if (payeeId !== undefined) payees = payees.where('publicId', '=', payeeId);
  const named = await payees.executeTakeFirstOrThrow();
  const waiting = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('userId', '=', user.id)
    .where('status', 'in', ['under_review', 'paying'])
    .execute();
  const [positions] = await readPositionSums(db, [{ userId: user.id, mode: 'real' }]);
  const dayLimit = await readDayLimit(db, catalog.withdrawalLimits(), { userId: user.id, level: has, nowMs });
  return {
    nowMs,
    isFrozen: user.frozenAtMs !== null,
    isLocked: user.lockedAtMs !== null,
    identityNeed: need,
    identityHas: has,
    identityStatus: missing === undefined ? 'certified' : (certification[missing]?.status ?? 'not_certified'),
    hasPaymentPassword: user.paymentPasswordHash !== null,
    paymentPasswordSinceMs: user.paymentPasswordChangedAtMs,
    heldUntilMs: user.withdrawalsHeldUntilMs,
    payees: named.payees,
    payeeFromMs: named.fromMs,
    pending: waiting.length,
    leveraged: positions?.orders ?? 0,
    turnover: await readTurnover(db, user.id),
    ...(dayLimit === undefined ? {} : { dayLimit }),
    ...(await owedBy(db, user.id, nowMs)),
  };
}

/** Of loans that are due or called. Left out where nothing stands in the way. */
export async function owedBy(db: Db | Tx, userId: number, nowMs: number): Promise<Pick<GateFacts, 'owed'>> {
  const loans = await db
    .selectFrom('loan')
    .select(['principalOwed', 'interestOwed'])
    .where('userId', '=', userId)
    .where('mode', '=', 'real')
    .where((of) =>
      of.or([
        of('status', '=', 'overdue'),
        // One that is due is owed before its last day is booked.
        of.and([of('status', '=', 'open'), of.or([of('isCalled', '=', true), of('dueAtMs', '<=', nowMs)])]),
      ]),
    )
    .execute();
  if (loans.length === 0) return {};
  return {
    owed: loans.reduce(
      (sum, { principalOwed, interestOwed }) => add(sum, add(amount(principalOwed), amount(interestOwed))),
      zero,
    ),
  };
}
