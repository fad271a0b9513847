/** What the board may ask to be changed, judged before anything is done. Unknown fields are refused: a misspelt "dryRun" must not act. */
import * as z from 'zod';

const remote = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
const version = z.string().regex(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
const reason = z.string().trim().min(1).max(300);
const message = z
  .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z]+)?$/), z.string().trim().min(1).max(300))
  .refine((texts) => Object.keys(texts).length > 0, 'needs at least one language');

/** Off unless said, like an option of the command line. */
const option = z.boolean().default(false);
const common = { remote, reason, dryRun: option };

export const changeRequests = {
  promote: z.strictObject({
    ...common,
    version: version.optional(),
    now: option,
    unlock: option,
    unproven: option,
    despiteRunningHosts: option,
  }),
  canary: z.strictObject({
    ...common,
    version: version.optional(),
    percent: z.int().min(1).max(99),
    now: option,
    despiteRunningHosts: option,
  }),
  halt: z.strictObject({ ...common, now: option }),
  /** The remote "host" means the shell. */
  rollback: z.strictObject({ ...common, to: version.optional(), now: option, despiteRunningHosts: option }),
  lock: z.strictObject(common),
  unlock: z.strictObject(common),
  disable: z.strictObject({ ...common, message, now: option }),
  enable: z.strictObject({ ...common, now: option }),
} as const;

export type ChangeVerb = keyof typeof changeRequests;
export type ChangeRequest = {
  [Verb in ChangeVerb]: { readonly verb: Verb } & z.infer<(typeof changeRequests)[Verb]>;
}[ChangeVerb];

export const isChangeVerb = (text: string): text is ChangeVerb => Object.hasOwn(changeRequests, text);

export const historyRequest = z.strictObject({
  remote: remote.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
});

/** Who changes something: shown in the history. The guard's name is its own. */
export const operatorName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,39}$/)
  .refine((name) => name.toLowerCase() !== 'guard');
