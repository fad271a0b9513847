/** Limits that a person sets for his real account. Days are UTC days. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, decimalText, instantMs, positiveText, request, wholeNumber } from './wire';

export const limitKinds = ['deposit', 'stake', 'loss', 'time'] as const;
export const limitKind = z.enum(limitKinds);
export type LimitKind = z.infer<typeof limitKind>;

/** A day, a week, a month: a cool-off. Half a year, one, two and five years: an exclusion. */
export const coolOffDays = [1, 7, 30] as const;
export const exclusionDays = [183, 365, 730, 1825] as const;
export const breakKind = z.enum(['cool_off', 'exclusion']);
export type BreakKind = z.infer<typeof breakKind>;

/** Money in `asset` a day; of time, whole minutes a day. Null: no limit. */
export const limitMost = z.nullable(positiveText);

export const limitsView = z.object({
  asset: assetId,
  /** When "today" is over. */
  dayEndsAtMs: instantMs,
  limits: z.array(
    z.object({
      kind: limitKind,
      most: limitMost,
      used: decimalText,
      /** Of a loss limit what is at stake now counts as lost. Null: no limit. */
      left: limitMost,
      /** What has been asked for and holds from then on. */
      coming: z.nullable(z.object({ most: limitMost, fromMs: instantMs })),
    }),
  ),
  /** Until then nothing is opened. */
  break: z.nullable(z.object({ kind: breakKind, untilMs: instantMs })),
});
export type LimitsView = z.infer<typeof limitsView>;
export type ShownLimit = LimitsView['limits'][number];

export const limits = { request: request({}), response: limitsView };
/** Lower at once; higher, or none, a day later and with step-up. What was asked for before and has not begun is forgotten. */
export const setLimit = { request: request({ kind: limitKind, most: limitMost, ...stepUp }), response: limitsView };
/** Cannot be ended early; cancels what waits to open something. An exclusion needs step-up. */
export const takeBreak = {
  request: request({ days: wholeNumber.check(z.lte(1825)), ...stepUp }),
  response: limitsView,
};

/** Of somebody who trades in his real account; the app asks each minute while it is looked at. Five minutes without it are a break. */
export const sitting = {
  /** `isChecked`: he was shown how long it has been, and goes on. */
  request: request({ isChecked: z.optional(z.boolean()) }),
  response: z.object({
    startedAtMs: instantMs,
    nowMs: instantMs,
    /** Contracts and positions that ended since then, with fees; signed. */
    result: decimalText,
    asset: assetId,
    /** Every 30 minutes. */
    isCheckDue: z.boolean(),
    /** Of the day's time limit. Null: no limit. */
    timeLeftMs: z.nullable(z.int()),
  }),
};
