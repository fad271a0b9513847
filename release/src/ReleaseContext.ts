import type { SigningKeys } from './signing/SigningKeys';
import type { ReleaseStore } from './store/ReleaseStore';

/** What every command works on. Time and the name of who acts are handed in, so that a test decides them. */
export interface ReleaseContext {
  /** The project's root folder. */
  readonly root: string;
  readonly dataDir: string;
  readonly store: ReleaseStore;
  readonly keys: SigningKeys;
  readonly by: string;
  /** "https://assets.example": where new pointers say that releases lie; empty: where the page comes from. */
  readonly artifactOrigin: string;
  now(): number;
  /** One line of progress. */
  say(line: string): void;
}
