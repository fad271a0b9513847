/**
 * What the stage's controls say. Kept in the browser's storage, so that a change of the source (the page reloads) or a
 * second window finds everything as it was left.
 */
import type { AccountMode, Language } from '../../domain/contract';
import type { ErrorCode } from '../../domain/errors';
import type { ConnectionState, ThemeChoice, UpColor } from '../../federation';

export interface StandaloneSettings {
  /** Path and query of the shown page. */
  readonly place: string;
  readonly theme: ThemeChoice;
  readonly upColor: UpColor;
  readonly language: Language;
  readonly isSignedIn: boolean;
  readonly mode: AccountMode;
  readonly connection: ConnectionState;
  readonly latencyMs: number;
  /** Every call is refused with this code; '' for none. */
  readonly refusal: ErrorCode | '';
}

export const firstSettings: StandaloneSettings = {
  place: '',
  theme: 'light',
  upColor: 'green',
  language: 'en',
  isSignedIn: true,
  mode: 'demo',
  connection: 'live',
  latencyMs: 150,
  refusal: '',
};

const keyOf = (remote: string): string => `tessera.alone.${remote}`;

export function readSettings(remote: string, store: Storage): StandaloneSettings {
  const stored = store.getItem(keyOf(remote));
  return stored === null ? firstSettings : { ...firstSettings, ...(JSON.parse(stored) as Partial<StandaloneSettings>) };
}

export const writeSettings = (remote: string, store: Storage, settings: StandaloneSettings): void =>
  store.setItem(keyOf(remote), JSON.stringify(settings));
