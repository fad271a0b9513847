import { coolOffDays, exclusionDays, type BreakKind } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { utcText } from '../content/utcText';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import type { Handlers, SignedIn } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import type { Identity } from '../identity/Identity';
import { strongestProof, type StepUpFields } from '../identity/requireStepUp';
import { tellEverywhere } from '../identity/tellEverywhere';
import { userById } from '../identity/users';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { isRaise, placeLimit, requireLimit } from './placeLimit';
import { readLimits } from './readLimits';
import { noteSitting } from './noteSitting';

export interface LimitDeps {
  readonly db: Db;
  readonly messages: Pick<Messages, 'send'>;
  readonly texts: Texts;
  readonly identity: Pick<Identity, 'requireStepUp'>;
  /** A person's sockets hear of it now. */
  readonly wakeOutbox: () => void;
  /** A break has begun. */
  readonly wakeBreaks: () => void;
}

const dayMs = 86_400_000;

export function limitHandlers({ db, messages, texts, identity, wakeOutbox, wakeBreaks }: LimitDeps): Handlers {
  const told = { messages, texts };
  async function confirm(signedIn: SignedIn, request: StepUpFields, ip: string, nowMs: number): Promise<void> {
    const user = await userById(db, rowId(signedIn.userId));
    await identity.requireStepUp({ user, signedIn, purpose: 'limits', ...strongestProof(user, request), ip, nowMs });
  }

  return {
    limits: ({ user, nowMs }) => readLimits(db, rowId(user.userId), nowMs),

    async setLimit({ request, user: signedIn, ip, nowMs }) {
      const { kind, most } = request;
      requireLimit(kind, most);
      const userId = rowId(signedIn.userId);
      const before = await readLimits(db, userId, nowMs);
      const now = before.limits.find((one) => one.kind === kind)?.most ?? null;
      const isRaised = isRaise(now, most);
      if (isRaised) await confirm(signedIn, request, ip, nowMs);
      await db.transaction().execute(async (tx) => {
        const user = await holdSession(tx, signedIn, nowMs);
        const fromMs = await placeLimit(tx, { userId, kind, most, nowMs });
        if (fromMs === undefined) return;
        // A limit that was lowered while we waited makes a raise of what was none when it was confirmed.
        const isAsked = fromMs > nowMs;
        if (isAsked && !isRaised) throw new AppError('PLEASE_RETRY', { isRetryable: true });
        // Not unseen, should it be somebody else who proved to be him.
        if (isAsked)
          await tellEverywhere(told, tx, { user, kind: 'limit_raise_asked', params: { from: utcText(fromMs) }, nowMs });
        else await messages.send(tx, { userId, kind: 'limit_in_force', nowMs });
      });
      wakeOutbox();
      return readLimits(db, userId, nowMs);
    },

    async takeBreak({ request, user: signedIn, ip, nowMs }) {
      const { days } = request;
      const kind = breakKindOf(days);
      if (kind === 'exclusion') await confirm(signedIn, request, ip, nowMs);
      const userId = rowId(signedIn.userId);
      await db.transaction().execute(async (tx) => {
        const user = await holdSession(tx, signedIn, nowMs);
        const { break: running } = await readLimits(tx, userId, nowMs);
        const untilMs = nowMs + days * dayMs;
        // What runs longer than that runs on.
        if (running !== null && running.untilMs >= untilMs) return;
        await tx.insertInto('personBreak').values({ userId, kind, askedAtMs: nowMs, untilMs }).execute();
        const begun = { kind: 'break_begun', params: { until: utcText(untilMs) }, nowMs } as const;
        await (kind === 'exclusion' ? tellEverywhere(told, tx, { user, ...begun }) : messages.send(tx, { userId, ...begun }));
      });
      wakeOutbox();
      wakeBreaks();
      return readLimits(db, userId, nowMs);
    },

    async sitting({ request, user, nowMs }) {
      if (user.mode === 'demo') throw new AppError('WALLET_DEMO_FORBIDDEN');
      return noteSitting(db, rowId(user.userId), request.isChecked ?? false, nowMs);
    },
  };
}

const includes = (days: readonly number[], asked: number): boolean => days.includes(asked);

function breakKindOf(days: number): BreakKind {
  if (includes(coolOffDays, days)) return 'cool_off';
  if (includes(exclusionDays, days)) return 'exclusion';
  throw new AppError('PARAMETER_WRONG', { params: { field: 'days' } });
}
