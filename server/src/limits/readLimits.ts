/** A person's limits as he, and an operator, sees them: what holds, what comes, what is used of this day. */
import { limitKinds, type LimitKind, type LimitsView } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { add, amount, max, subtract, toText, zero } from '@tessera/shared/money';
import { sql } from 'kysely';
import { fundingAsset } from '../funds/fundingAsset';
import type { Db, Tx } from '../store/database';
import type { LimitUse } from './limitRefusal';
import { minuteMs } from './limitRefusal';
import { timeSpentMs } from './timeSpentMs';

const dayMs = 86_400_000;

interface DayUse extends LimitUse {
  readonly deposited: string;
  readonly depositMost: string | null;
}

export async function readLimits(db: Db | Tx, userId: number, nowMs: number): Promise<LimitsView> {
  const { rows } = await sql<DayUse>`select * from limits_at(array[${userId}::bigint], ${nowMs}::bigint, true)`.execute(db);
  const [use] = rows;
  invariant(use !== undefined, 'everybody has limits, if only none');
  const coming = await db
    .selectFrom('personLimit')
    .select(['kind', 'most', 'validFromMs'])
    .where('userId', '=', userId)
    .where('untilMs', 'is', null)
    .where('validFromMs', '>', nowMs)
    .execute();
  return {
    asset: fundingAsset,
    dayEndsAtMs: (Math.floor(nowMs / dayMs) + 1) * dayMs,
    limits: limitKinds.map((kind) => {
      const next = coming.find((one) => one.kind === kind);
      return {
        kind,
        ...shownOf(use, kind, nowMs),
        coming: next === undefined ? null : { most: shownMost(next.most), fromMs: next.validFromMs },
      };
    }),
    break: use.breakKind === null || use.breakUntilMs === null ? null : { kind: use.breakKind, untilMs: use.breakUntilMs },
  };
}

/** Without the zeros that the column adds. */
const shownMost = (most: string | null): string | null => (most === null ? null : toText(amount(most)));

function shownOf(use: DayUse, kind: LimitKind, nowMs: number): Pick<LimitsView['limits'][number], 'most' | 'used' | 'left'> {
  const { most, used, reserved } = figuresOf(use, nowMs)[kind];
  const left = most === null ? null : toText(max(zero, subtract(amount(most), add(amount(used), amount(reserved)))));
  return { most: shownMost(most), used: toText(amount(used)), left };
}

/** `reserved`: counts as used until it is known. */
const figuresOf = (
  use: DayUse,
  nowMs: number,
): Readonly<Record<LimitKind, { readonly most: string | null; readonly used: string; readonly reserved: string }>> => ({
  deposit: { most: use.depositMost, used: use.deposited, reserved: '0' },
  stake: { most: use.stakeMost, used: use.staked, reserved: '0' },
  loss: { most: use.lossMost, used: use.lost ?? '0', reserved: use.atRisk ?? '0' },
  time: {
    most: use.timeMost === null ? null : String(use.timeMost),
    used: String(Math.floor(timeSpentMs(use, nowMs) / minuteMs)),
    reserved: '0',
  },
});
