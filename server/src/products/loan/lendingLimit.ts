/** The bound of all lending together. It is locked, so that two simultaneous loans cannot both take the last part. */
import type { AccountMode } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { fundingAsset } from '../../funds/fundingAsset';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';

interface Lending {
  readonly mode: AccountMode;
  readonly principal: Amount;
}

/** Locks lending in this mode until the transaction ends. */
export async function holdLendingLimit(tx: Tx, mode: AccountMode): Promise<void> {
  enterLock(tx, 'capacity');
  await sql`select from lending where mode = ${mode} for update`.execute(tx);
}

/** Throws LOAN_ALL_LENT with the amount that is left. */
export async function requireLendable(
  db: Db | Tx,
  catalog: Pick<Catalog, 'loanTerms'>,
  { mode, principal }: Lending,
): Promise<void> {
  const lentMax = catalog.loanTerms().lentMax.get(mode) ?? zero;
  const { rows } = await sql<{ lent: string }>`
    select coalesce(sum(principal_owed), 0)::text as lent from loan where mode = ${mode} and status in ('open', 'overdue')`.execute(
    db,
  );
  const lent = amount(rows[0]?.lent ?? '0');
  if (compare(add(lent, principal), lentMax) <= 0) return;
  const left = compare(lent, lentMax) < 0 ? subtract(lentMax, lent) : zero;
  throw new AppError('LOAN_ALL_LENT', { params: { max: toText(left), asset: fundingAsset } });
}
