import type { AssetClass } from '@tessera/shared/contract';

/** Calls that exist twice: for crypto, and for forex and metals. */
const twins = {
  timeshare: 'whTimeshare',
  secondsSubmit: 'secondsWhSubmit',
  secondsOrders: 'secondsWhOrders',
  leverageSubmit: 'leverageWhSubmit',
  leverageOrders: 'leverageWhOrders',
  leverageClose: 'leverageWhClose',
} as const;
type Twins = typeof twins;

/** Of two calls that differ only in their family the one that serves it. */
export const familyCall = <Name extends keyof Twins>(name: Name, family: AssetClass): Name | Twins[Name] =>
  family === 'crypto' ? name : twins[name];

/** Both calls, for what is asked of every family. */
export const everyFamily = <Name extends keyof Twins>(name: Name): readonly [Name, Twins[Name]] => [name, twins[name]];
