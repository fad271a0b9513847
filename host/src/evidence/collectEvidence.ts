/**
 * What the device takes down while the app is open: the root of every minute, the heads of symbols with a running order and the newest
 * head a minute of every other symbol that is seen, the public record, and now and then a comparison of what was kept with what is shown. A turn that meets no network is
 * left out; the next one makes up for it.
 */
import { AppError } from '@tessera/shared/errors';
import type { ShortHead, SignedRoot } from '@tessera/shared/contract';
import { bufferTime, concatMap, filter, timer, type Observable, type Subscription } from '@tessera/shared/kernel';
import type { ApiClient, LiveValue, RunningOrder } from '@tessera/shared/federation';
import { minuteMs } from './compareWithPublished';
import type { Keeping } from './createEvidence';
import type { EvidenceStore } from './EvidenceStore';

const dayMs = 86_400_000;
export const rootsKeptForMs = 30 * dayMs;
/** Of symbols without an order: 2,880 of each that is always seen. */
export const passingKeptForMs = 2 * dayMs;
/** A page that was away asks for this much of what it missed. */
const maxMissedMs = 60 * minuteMs;
/** Not with the page's first questions. */
const firstAfterMs = 5_000;
const recordEveryMs = 60 * minuteMs;
const compareEveryMs = 10 * minuteMs;
const headsEveryMs = 5_000;
/** Without a root for this long they are asked for. */
const quietAfterMs = 2 * minuteMs + 10_000;

export interface CollectDeps {
  readonly evidence: Keeping;
  readonly store: EvidenceStore;
  readonly api: ApiClient;
  readonly now: () => number;
  /** The server's time is known: before, a minute would be asked for that is not the exchange's. */
  readonly isClockSet: () => boolean;
  readonly isVisible: LiveValue<boolean>;
  readonly roots$: Observable<SignedRoot>;
  readonly heads$: Observable<readonly ShortHead[]>;
  /** Of these orders' symbols every head is kept. */
  readonly runningOrders: LiveValue<readonly RunningOrder[]>;
  readonly report: (error: unknown) => void;
}

export function collectEvidence(parts: CollectDeps): Subscription {
  const { evidence, store, api, now, isClockSet, isVisible, report } = parts;
  async function takeRoots(): Promise<void> {
    const [newest, nowMs] = [await store.newestRoot(now()), now()];
    // The socket brings them.
    if (newest !== undefined && newest.minuteMs > nowMs - quietAfterMs) return;
    await askRoots(newest?.minuteMs ?? nowMs - 2 * minuteMs);
  }

  async function askRoots(afterMs: number): Promise<void> {
    const nowMs = now();
    const fromMs = Math.max(afterMs + 1, nowMs - maxMissedMs);
    if (fromMs > nowMs) return;
    const { anchors } = await api.call('anchors', { fromMs, toMs: nowMs }, { toastErrors: false });
    const roots = anchors.map(({ minuteMs: minute, root, signed }) => ({
      minuteMs: minute,
      root,
      signed: signed ?? null,
      keptAtMs: nowMs,
    }));
    await evidence.keep({ roots });
  }

  async function keepRoot({ minuteMs: minute, root, keyId, signature }: SignedRoot): Promise<void> {
    const newest = await store.newestRoot(now());
    // Minutes in which the socket was away are asked for first.
    if (newest !== undefined && minute > newest.minuteMs + minuteMs) await askRoots(newest.minuteMs);
    await evidence.keep({ roots: [{ minuteMs: minute, root, signed: { keyId, signature }, keptAtMs: now() }] });
  }

  async function keepHeads(batches: readonly (readonly ShortHead[])[]): Promise<void> {
    const symbols = new Set(parts.runningOrders.value.map(({ symbol }) => symbol));
    const heads = batches
      .flat()
      .flatMap(([symbol, seq, hash]) => (symbols.has(symbol) ? [{ symbol, seq, hash, keptAtMs: now() }] : []));
    if (heads.length > 0) await evidence.keep({ heads });
  }

  /** Since the last minute's were kept. */
  const newest = new Map<string, ShortHead>();
  async function keepNewest(): Promise<void> {
    const heads = [...newest.values()].map(([symbol, seq, hash]) => ({
      ...{ symbol, seq, hash, keptAtMs: now() },
      isPassing: true as const,
    }));
    newest.clear();
    if (heads.length > 0) await evidence.keep({ heads });
  }

  async function takeRecord(): Promise<void> {
    await evidence.takeRecord();
    await store.forgetBefore(now() - rootsKeptForMs, now() - passingKeptForMs);
  }

  const told = (error: unknown): void => {
    if (!(error instanceof AppError)) report(error);
  };
  const turn = (work: () => Promise<unknown>) => (): void => {
    if (!isVisible.value || !isClockSet()) return;
    work().catch(told);
  };
  let recordTakenMs = -Infinity;
  async function takeMissing(): Promise<void> {
    await takeRoots();
    if (now() - recordTakenMs < recordEveryMs) return;
    await takeRecord();
    recordTakenMs = now();
  }
  const turns = timer(firstAfterMs, minuteMs).subscribe(turn(takeMissing));
  turns.add(timer(2 * firstAfterMs, compareEveryMs).subscribe(turn(() => evidence.compareNow())));
  // Before the time is known nobody can tell whether a root's minute is over: it is asked for again.
  turns.add(
    parts.roots$
      .pipe(
        filter(isClockSet),
        concatMap((root) => keepRoot(root).catch(told)),
      )
      .subscribe(),
  );
  // A frame only adds to the batch; the database hears of it seconds later.
  const batches$ = parts.heads$.pipe(
    filter(() => parts.runningOrders.value.length > 0),
    bufferTime(headsEveryMs),
    filter(({ length }) => length > 0),
  );
  // A frame only puts a name into a map.
  turns.add(parts.heads$.subscribe((heads) => heads.forEach((head) => newest.set(head[0], head))));
  turns.add(
    timer(minuteMs, minuteMs)
      .pipe(concatMap(() => keepNewest().catch(told)))
      .subscribe(),
  );
  turns.add(batches$.pipe(concatMap((batches) => keepHeads(batches).catch(told))).subscribe());
  return turns;
}
