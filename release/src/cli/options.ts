/** Every option of the command line. A verb names those that it takes; one that it does not take is not understood. */
import type { ParseArgsConfig } from 'node:util';

export const options = {
  reason: { type: 'string' },
  by: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  'dry-run': { type: 'boolean' },
  now: { type: 'boolean' },
  unlock: { type: 'boolean' },
  unproven: { type: 'boolean' },
  'despite-running-hosts': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  percent: { type: 'string' },
  message: { type: 'string', multiple: true },
  limit: { type: 'string' },
  watch: { type: 'boolean' },
  keep: { type: 'string' },
  'without-presence': { type: 'boolean' },
  unfinished: { type: 'boolean' },
  for: { type: 'string' },
  base: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export type OptionName = keyof typeof options;
/** Those that every verb takes. */
export const commonOptions: readonly OptionName[] = ['reason', 'by', 'json', 'help'];

type Value<Option> = Option extends { readonly multiple: true }
  ? readonly string[]
  : Option extends { readonly type: 'string' }
    ? string
    : boolean;
export type OptionValues = { readonly [Name in OptionName]?: Value<(typeof options)[Name]> | undefined };
