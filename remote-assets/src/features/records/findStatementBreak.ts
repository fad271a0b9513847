import type { WalletRecord } from '@tessera/shared/contract';
import { add, amount, compare } from '@tessera/shared/money';

/**
 * The first record, newest first, that does not follow from the one below it: of each asset the numbers descend by one, and the
 * balance is the one before and the amount. undefined when all chain. With `isFiltered` some are left out: then only neighbours
 * by number are compared, and numbers must descend.
 */
export function findStatementBreak(records: readonly WalletRecord[], isFiltered: boolean): WalletRecord | undefined {
  const newer = new Map<string, WalletRecord>();
  for (const record of records) {
    const after = newer.get(record.asset);
    if (after !== undefined && !follows(after, record, isFiltered)) return after;
    newer.set(record.asset, record);
  }
  // The first record of an account began at nothing.
  return [...newer.values()].find((record) => record.version === 1 && !isSame(record.balanceAfter, record.amount));
}

function follows(after: WalletRecord, before: WalletRecord, isFiltered: boolean): boolean {
  if (after.version !== before.version + 1) return isFiltered && after.version > before.version;
  return compare(amount(after.balanceAfter), add(amount(before.balanceAfter), amount(after.amount))) === 0;
}

const isSame = (one: string, other: string): boolean => compare(amount(one), amount(other)) === 0;
