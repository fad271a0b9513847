/** What a person owned, day by day. What he owns now is the wallet's to say (funds). */
import type { AccountMode } from '@tessera/shared/contract';
import { add, amount, multiply, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../catalog/Catalog';
import { loggedUntil } from '../feed/loggedUntil';
import { fundingAsset } from '../funds/fundingAsset';
import type { PriceOf } from '../funds/walletView';
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { dayOf, endOfDay } from '../calendar/days';
import { shownDays } from './days';
import { msToNextDay, writeDays } from './writeDays';

interface PortfolioDeps {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'symbols'>;
  readonly clock: Clock;
  readonly priceOf: PriceOf;
}

export interface Portfolio {
  readonly handlers: Handlers;
  readonly job: Job;
}

/** Longer than this it does not sleep: a clock that is set forward is noticed. */
const longestPauseMs = 3_600_000;
const everyMs = 60_000;
const valueScale = 6;

export function createPortfolio({ db, catalog, clock, priceOf }: PortfolioDeps): Portfolio {
  return {
    handlers: {
      async walletHistory({ user, nowMs }) {
        const [userId, today] = [rowId(user.userId), dayOf(nowMs)];
        const [rows, moved] = await Promise.all([
          db
            .selectFrom('portfolioDay')
            .select(['day', 'value'])
            .where('userId', '=', userId)
            .where('mode', '=', user.mode)
            .where('day', '>=', today - shownDays)
            .where('day', '<', today)
            .orderBy('day')
            .execute(),
          movedIn(db, { userId, mode: user.mode, day: today, priceOf }),
        ]);
        return {
          mode: user.mode,
          asOfMs: nowMs,
          dayStartMs: endOfDay(today - 1),
          movedIn: moved === undefined ? null : toText(moved),
          days: rows.map(({ day, value }) => ({ endMs: endOfDay(day), value: toText(amount(value)) })),
        };
      },
    },
    job: {
      name: 'portfolio-days',
      everyMs,
      async run(signal) {
        const logged = await loggedUntil(db);
        if (logged === undefined) return;
        const nowMs = Math.min(clock.now(), logged);
        await writeDays({ db, catalog }, nowMs, signal);
        return Math.max(everyMs, Math.min(longestPauseMs, msToNextDay(nowMs)));
      },
    },
  };
}

/** Kinds of records by which money comes from outside and goes there. */
const outside = ['topup', 'withdrawal', 'demo_open', 'demo_refill', 'adjustment'];

/** undefined while something of it has no price. */
async function movedIn(
  db: Db,
  { userId, mode, day, priceOf }: { userId: number; mode: AccountMode; day: number; priceOf: PriceOf },
): Promise<Amount | undefined> {
  const { rows } = await sql<{ asset: string; moved: string }>`
    select a.asset, trim_scale(sum(t.moved)) as moved from account a join account_tally t on t.account_id = a.id
    where a.owner_id = ${userId}::bigint and a.mode = ${mode} and t.day = ${day} and t.kind = any (${outside})
    group by a.asset having sum(t.moved) <> 0`.execute(db);
  return rows.reduce<Amount | undefined>((sum, { asset, moved }) => {
    const price = priceOf(asset);
    if (sum === undefined || (asset !== fundingAsset && price === undefined)) return undefined;
    return add(sum, price === undefined ? amount(moved) : multiply(amount(moved), price, valueScale, 'down'));
  }, zero);
}
