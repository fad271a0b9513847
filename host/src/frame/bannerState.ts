/**
 * When the connection banner shows (screens.md 2.0): a loss of more than two seconds is said, shorter ones are not worth
 * a word; after the return a green strip stays for a second and a half.
 */
import { distinctUntilChanged, map, type Observable, of, startWith, switchMap, timer } from '@tessera/shared/kernel';
import type { ConnectionState } from '@tessera/shared/federation';

export type BannerState = 'none' | 'reconnecting' | 'offline' | 'back';

export const bannerAfterMs = 2000;
export const backForMs = 1500;

export function bannerState(connection$: Observable<ConnectionState>): Observable<BannerState> {
  let isShown = false;
  return connection$.pipe(
    distinctUntilChanged(),
    switchMap((state): Observable<BannerState> => {
      if (state === 'live') {
        if (!isShown) return of('none');
        isShown = false;
        return timer(backForMs).pipe(
          map((): BannerState => 'none'),
          startWith<BannerState>('back'),
        );
      }
      const lost: BannerState = state === 'offline' ? 'offline' : 'reconnecting';
      if (isShown) return of(lost);
      return timer(bannerAfterMs).pipe(
        map(() => {
          isShown = true;
          return lost;
        }),
      );
    }),
    startWith<BannerState>('none'),
    distinctUntilChanged(),
  );
}
