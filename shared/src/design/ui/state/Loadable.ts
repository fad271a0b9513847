/** What a panel knows of its data. Five states, told apart; every panel renders all of them. */
import type { AppError } from '../../../domain/errors';

export type Loadable<Data> =
  /** Nobody asked yet: a visitor, a closed section. */
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: Data }
  /** Shown, but known to be old: the connection is gone since `sinceMs`. */
  | { readonly state: 'stale'; readonly data: Data; readonly sinceMs: number }
  /** The last attempt failed; what was there before stays, if anything was. */
  | {
      readonly state: 'failed';
      readonly error: AppError;
      readonly data?: Data | undefined;
      readonly sinceMs?: number | undefined;
    };

/** What there is to show, whatever the state. */
export const dataOf = <Data>(loadable: Loadable<Data>): Data | undefined => ('data' in loadable ? loadable.data : undefined);

/** The same state around other data. */
export function mapLoadable<Data, Next>(loadable: Loadable<Data>, map: (data: Data) => Next): Loadable<Next> {
  switch (loadable.state) {
    case 'idle':
    case 'loading':
      return loadable;
    case 'failed':
      return { ...loadable, data: loadable.data === undefined ? undefined : map(loadable.data) };
    default:
      return { ...loadable, data: map(loadable.data) };
  }
}
