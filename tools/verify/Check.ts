/**
 * One thing that was looked at. `pending`: what it needs is not published yet. `absent`: does not apply. `partial`: holds as far as
 * what was given reaches.
 */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'pending' | 'absent' | 'partial';
  /** What is told, and what was computed. */
  readonly stated: string;
  readonly computed: string;
}

export const none = '-';
export const check = (name: string, state: Check['state'], stated = none, computed = none): Check => ({
  name,
  state,
  stated,
  computed,
});
export const compared = (name: string, stated: string, computed: string): Check =>
  check(name, stated === computed ? 'ok' : 'failed', stated, computed);
