import { interval, share, type Observable } from '@tessera/shared/kernel';

/** One timer for all ages and countdowns of a page; it stops when nobody looks. */
export const everySecond$: Observable<number> = interval(1000).pipe(share());
/** Often enough that a countdown never skips a second. */
export const everyQuarterSecond$: Observable<number> = interval(250).pipe(share());
