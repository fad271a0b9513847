/** A quote: the newest ticks, the published terms, and the sums that follow, kept as a row until it is taken or over. */
import type { AccountMode, FlashQuote } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, isPositive, toText, type Amount } from '@tessera/shared/money';
import { flashMoney, flashQuoteMs, flashVersion } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { acceptedAt } from '../../execution/acceptInOrder';
import type { Random } from '../../platform/random';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { newestPrices, pricesOf } from './flashMarkets';
import { presentQuote } from './flashRow';
import type { FlashTerm } from './FlashTerm';

/** Quotes that a person may have open in an account; the oldest make room. */
export const openQuotes = 10;
const idBits = 128;

export interface AskedQuote {
  readonly userId: number;
  readonly mode: AccountMode;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly nowMs: number;
}

interface QuoteDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly random: Random;
}

/** Throws WALLET_ASSET_NOT_FOUND, WALLET_ASSET_WRONG for one asset twice, FEATURE_NOT_OPEN, WALLET_BELOW_MIN, WALLET_ABOVE_MAX, PARAMETER_WRONG, and as newestPrices. */
export async function quoteFlash({ db, catalog, random }: QuoteDeps, asked: AskedQuote): Promise<FlashQuote> {
  const from = requireOpen(catalog, asked.from);
  const to = requireOpen(catalog, asked.to);
  if (asked.from === asked.to) throw new AppError('WALLET_ASSET_WRONG');
  const given = requireGiven(catalog, asked.amount, from);
  const priced = await newestPrices(db, catalog, [asked.from, asked.to], { nowMs: asked.nowMs });
  const [fromPriced, toPriced] = priced;
  const [fromPrice, toPrice] = pricesOf(priced);
  const money = flashMoney(given, {
    fromPrice,
    toPrice,
    fromSpread: from.spread,
    toSpread: to.spread,
    feeRate: to.feeRate,
    toScale: scaleOf(catalog, asked.to),
  });
  // By the published bounds it is worth more; where a price fell far, the least amount no longer is.
  if (!isPositive(money.received))
    throw new AppError('WALLET_BELOW_MIN', { params: { min: toText(from.min), asset: asked.from } });
  const quotedAtMs = acceptedAt(acceptedAt(asked.nowMs, fromPriced?.tick), toPriced?.tick);
  const row = await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('flashExchange')
      .values({
        quoteId: random.token(idBits),
        userId: asked.userId,
        mode: asked.mode,
        fromAsset: asked.from,
        toAsset: asked.to,
        given: toText(given),
        received: toText(money.received),
        fee: toText(money.fee),
        rate: toText(money.rate),
        feeRate: toText(to.feeRate),
        fromSpread: toText(from.spread),
        toSpread: toText(to.spread),
        fromSymbol: fromPriced?.symbol.id ?? null,
        fromSeq: fromPriced?.tick.seq ?? null,
        fromAtMs: fromPriced?.tick.atMs ?? null,
        fromPrice: fromPriced?.tick.price ?? null,
        fromHash: fromPriced?.tick.hash ?? null,
        toSymbol: toPriced?.symbol.id ?? null,
        toSeq: toPriced?.tick.seq ?? null,
        toAtMs: toPriced?.tick.atMs ?? null,
        toPrice: toPriced?.tick.price ?? null,
        toHash: toPriced?.tick.hash ?? null,
        ruleVersion: flashVersion,
        catalogVersion: catalog.version(),
        quotedAtMs,
        expiresAtMs: quotedAtMs + flashQuoteMs,
        doneAtMs: null,
        journalId: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await makeRoom(tx, asked);
    return made;
  });
  return presentQuote(row);
}

function requireOpen(catalog: Catalog, asset: string): FlashTerm {
  if (!catalog.assets().some((one) => one.asset === asset)) throw new AppError('WALLET_ASSET_NOT_FOUND');
  const term = catalog.flashTerms().find((one) => one.asset === asset);
  if (term?.isOpen !== true) throw new AppError('FEATURE_NOT_OPEN');
  return term;
}

const scaleOf = (catalog: Catalog, asset: string): number => catalog.assets().find((one) => one.asset === asset)?.scale ?? 0;

function requireGiven(catalog: Catalog, text: string, { asset, min, max }: FlashTerm): Amount {
  const given = amount(text);
  if (!isPositive(given) || decimalsOf(given) > scaleOf(catalog, asset))
    throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  if (compare(given, min) < 0) throw new AppError('WALLET_BELOW_MIN', { params: { min: toText(min), asset } });
  if (compare(given, max) > 0) throw new AppError('WALLET_ABOVE_MAX', { params: { max: toText(max), asset } });
  return given;
}

/** A quote that is being taken at this moment is passed over. */
async function makeRoom(tx: Tx, { userId, mode }: AskedQuote): Promise<void> {
  enterLock(tx, 'order');
  await sql`
    delete from flash_exchange where id = any (array(
      select id from flash_exchange where user_id = ${userId} and mode = ${mode} and done_at_ms is null and id <= (
        select id from flash_exchange where user_id = ${userId} and mode = ${mode} and done_at_ms is null
        order by id desc offset ${openQuotes} limit 1)
      order by id for update skip locked))`.execute(tx);
}
