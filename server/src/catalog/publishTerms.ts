/**
 * Publishes a change of terms: a new catalogue version that is valid from an instant on, the old row ended at it, and a new
 * row that differs in what was given. Nothing is changed in place: orders keep naming the terms they were accepted under.
 */
import { AppError } from '@tessera/shared/errors';
import { rate, toText } from '@tessera/shared/money';
import { isPaidForANight, maxSwapOf } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { SwapMode } from '../products/leverage/tables';
import type { Tx } from '../store/database';

export interface TermsChange {
  /** Of the operator who publishes it: SHA-256 of his token, hex. */
  readonly sessionHash: string;
  /** Which terms: a name of changeable_terms. */
  readonly name: string;
  /** One value for each key column. */
  readonly key: readonly string[];
  /** By column: decimals as text, leverages as a list of numbers, limits as pairs. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly validFromMs: number;
  readonly note: string;
  readonly nowMs: number;
}

/**
 * Answers the new version. Throws DATA_NOT_FOUND when there is no such row, TERMS_LATER_PUBLISHED when a version that begins later is
 * published already, TERMS_PAID_NIGHT, REQUEST_UNAUTHORIZED, and PARAMETER_WRONG when a bound is broken.
 */
export async function publishTerms(tx: Tx, asked: TermsChange): Promise<number> {
  const { sessionHash, name, key, change, validFromMs, note, nowMs } = asked;
  const { rows } = await sql<{ version: number | null }>`
    select publish_terms(${sessionHash}, ${name}, ${key}::text[], ${JSON.stringify(change)}::jsonb, ${validFromMs}::bigint, ${note},
      ${nowMs}::bigint) as version`
    .execute(tx)
    .catch((error: unknown) => {
      throw toTermsError(error);
    });
  const version = rows[0]?.version ?? undefined;
  if (version === undefined) throw new AppError('DATA_NOT_FOUND');
  if (name === 'leverage') await refusePaidNights(tx, key[0] ?? '');
  if (name === 'network' || name === 'card') await refuseFineFees(tx, key[0] ?? '');
  return version;
}

function toTermsError(error: unknown): unknown {
  const { code, constraint } = error as { readonly code?: string; readonly constraint?: string };
  switch (code) {
    case 'O0002':
      return new AppError('REQUEST_UNAUTHORIZED', { cause: error });
    case 'O0008':
      return new AppError('AUTH_SESSION_ENDED', { cause: error });
    case 'L0010':
      return new AppError('TERMS_LATER_PUBLISHED', { cause: error });
    case 'L0012':
      return new AppError('DATA_NOT_FOUND', { cause: error });
    case 'L0011':
    case '22P02':
    case '22003':
    case '23514':
      return new AppError('PARAMETER_WRONG', { params: { field: constraint ?? 'change' }, cause: error });
    default:
      return error;
  }
}

/** More decimals than accounts of the asset hold, or than its chain knows: withdrawals would be held, and what was paid could never be booked. */
async function refuseFineFees(tx: Tx, asset: string): Promise<void> {
  const { rows } = await sql<{ asset: string }>`
    select term.asset from (
      select asset, decimals, withdrawal_fee from asset_network where until_version is null
      union all select asset, null, withdrawal_fee from card_term where until_version is null
    ) term join asset on asset.id = term.asset
    where term.asset = ${asset} and term.withdrawal_fee <> round(term.withdrawal_fee, least(asset.scale, term.decimals))`.execute(
    tx,
  );
  if (rows.length > 0) throw new AppError('PARAMETER_WRONG', { params: { field: 'withdrawal_fee' } });
}

/** A night that brings more than the round trip costs is money for one second over it. */
async function refusePaidNights(tx: Tx, symbolId: string): Promise<void> {
  const { rows } = await sql<{
    mode: SwapMode;
    swapLong: string;
    swapShort: string;
    tripleWeekday: number | null;
    feeRate: string;
    spreadSteps: number;
  }>`
    select t.swap_mode as mode, t.swap_long, t.swap_short, t.triple_weekday, t.fee_rate, s.spread_steps
    from leverage_term t join symbol s on s.id = t.symbol_id and s.until_version is null
    where t.symbol_id = ${symbolId} and t.until_version is null`.execute(tx);
  for (const { tripleWeekday, ...row } of rows) {
    const cost = { ...row, tripleWeekday: tripleWeekday ?? undefined, feeRate: rate(row.feeRate) };
    if (isPaidForANight({ ...cost, swapLong: rate(row.swapLong), swapShort: rate(row.swapShort) }))
      throw new AppError('TERMS_PAID_NIGHT', { params: { most: toText(maxSwapOf(cost)) } });
  }
}
