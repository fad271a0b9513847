import type { Observable } from '@tessera/shared/kernel';
import type { LiveValue, RemoteLocation } from '../../federation';
import type { StandaloneSettings } from './settings';

/** One line of what the remote did: a call, a report, a page title. */
export interface Happening {
  readonly atMs: number;
  readonly what: string;
  readonly isFault: boolean;
}

/** The inner window as the stage around it drives it. */
export interface Phone {
  readonly happenings$: Observable<Happening>;
  readonly place: LiveValue<RemoteLocation>;
  follow(settings: StandaloneSettings): void;
  go(path: string): void;
  back(): void;
  /** Unmounts the remote and mounts it again, as a swap of releases does. */
  remount(): void;
}

/** The stage hands this to the inner window by its own window: the two share a document's address, not a bundle's memory. */
export interface StageWindow extends Window {
  tesseraStage?: { onPhone(phone: Phone): void };
}
