import { AppError } from '@tessera/shared/errors';
import type { User } from '../identity/users';
import { breakRefusal } from '../limits/limitRefusal';
import { readLimits } from '../limits/readLimits';
import type { Tx } from '../store/database';

/**
 * Before an approval opens something: its person was not frozen or locked since he asked, and takes no break. With him held. Throws
 * AUTH_ACCOUNT_FROZEN, AUTH_ACCOUNT_LOCKED, LIMIT_COOL_OFF, LIMIT_EXCLUDED.
 */
export async function requireMayOpen(tx: Tx, user: User, nowMs: number): Promise<void> {
  if (user.frozenAtMs !== null) throw new AppError('AUTH_ACCOUNT_FROZEN');
  if (user.lockedAtMs !== null) throw new AppError('AUTH_ACCOUNT_LOCKED');
  const { break: running } = await readLimits(tx, user.id, nowMs);
  if (running !== null) throw breakRefusal(running);
}
