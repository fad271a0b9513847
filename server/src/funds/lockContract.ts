/**
 * Whatever takes from a person's contract account, or changes the positions that stand on it, holds this lock: one at a
 * time, until commit. Take it before any other lock.
 */
import type { AccountMode } from '@tessera/shared/contract';
import type { Tx } from '../store/database';
import { lockUser } from '../store/lockUser';

export const lockContract = (tx: Tx, userId: number, mode: AccountMode): Promise<void> =>
  lockUser(tx, userId, `contract-${mode}`);
