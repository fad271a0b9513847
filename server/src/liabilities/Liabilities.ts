/** Proof of liabilities: what was published of each day, to everybody; a person's own part of a day, to him alone. */
import { liabilityProofDays, publishedLiabilities, type EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { dayMs } from '../calendar/days';
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { pathOf } from './buildTree';
import { leavesOfPerson } from './leaves';
import { liabilityJob, type LiabilityJobDeps } from './liabilityJob';
import { takenDay, utcDay } from './takenDays';

export interface Liabilities {
  readonly handlers: Handlers;
  readonly job: Job;
}

const shownDays = 30;

export function createLiabilities(deps: LiabilityJobDeps): Liabilities {
  const { db } = deps;
  return {
    handlers: {
      liabilities: ({ request: { before, limit = shownDays } }) => readDays(db, before, limit),

      async liabilityProof({ user, request: { day } }) {
        if (user.mode !== 'real') throw new AppError('WALLET_DEMO_FORBIDDEN');
        return ownProof(db, rowId(user.userId), day);
      },
    },
    job: liabilityJob(deps),
  };
}

async function readDays(db: Db, before: string | undefined, limit: number): Promise<EndpointResponse<'liabilities'>> {
  const rows = await db
    .selectFrom('liabilityDay as d')
    .leftJoin('liabilityPublication as p', 'p.day', 'd.day')
    .leftJoin('publicRecord as r', 'r.seq', 'p.recordSeq')
    .select(['d.day', 'd.takenAtMs', 'p.recordSeq', 'r.body'])
    .$if(before !== undefined, (query) => query.where('d.day', '<', before ?? ''))
    .orderBy('d.day', 'desc')
    .limit(limit + 1)
    .execute();
  const keptFrom = await firstKeptDay(db);
  return {
    days: rows.slice(0, limit).map(({ day, takenAtMs, recordSeq, body }) => ({
      day,
      state: takenAtMs === null ? ('missed' as const) : recordSeq === null ? ('counting' as const) : ('published' as const),
      published: takenAtMs === null || body === null ? null : publishedLiabilities.parse(JSON.parse(body)),
      recordSeq,
      hasProofs: recordSeq !== null && takenAtMs !== null && day >= keptFrom,
    })),
    hasMore: rows.length > limit,
  };
}

/** What is older may be forgotten at any moment, also in part. */
async function firstKeptDay(db: Db): Promise<string> {
  const newest = await db.selectFrom('liabilityDay').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst();
  return newest === undefined ? '' : utcDay(Date.parse(newest.day) - (liabilityProofDays - 1) * dayMs);
}

/** Throws DATA_NOT_FOUND for a day that is not published, was missed, or is no longer kept. */
async function ownProof(db: Db, userId: number, day: string): Promise<EndpointResponse<'liabilityProof'>> {
  const row = await db
    .selectFrom('liabilityDay as d')
    .innerJoin('liabilityPublication as p', 'p.day', 'd.day')
    .selectAll('d')
    .where('d.day', '=', day)
    .where('d.takenAtMs', 'is not', null)
    .where('d.day', '>=', await firstKeptDay(db))
    .executeTakeFirst();
  if (row === undefined) throw new AppError('DATA_NOT_FOUND');
  const taken = takenDay(row);
  const { accounts, leaves } = await leavesOfPerson(db, day, userId);
  return {
    day,
    user: String(userId),
    takenAtMs: taken.takenAtMs,
    accounts: [...accounts],
    leaves: await Promise.all(
      leaves.map(async ({ part, salt, place, amounts }) => ({
        part,
        salt,
        place,
        amounts,
        path: await pathOf(db, taken, place),
      })),
    ),
  };
}
