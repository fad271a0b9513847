/**
 * What the device takes down while the app is open and seen: the root of every minute, new entries of the public record that commit
 * the exchange to something, and now and then a comparison of what was kept with what is shown. A turn that meets no network is
 * left out; the next one makes up for it.
 */
import { AppError } from '@tessera/shared/errors';
import { timer, type Subscription } from '@tessera/shared/kernel';
import type { ApiClient, LiveValue } from '@tessera/shared/federation';
import { minuteMs, type Keeping } from './createEvidence';
import type { EvidenceStore } from './EvidenceStore';
import { recordSince } from './recordSince';

const dayMs = 86_400_000;
export const rootsKeptForMs = 30 * dayMs;
/** A page that was away asks for this much of what it missed. */
const mostMissedMs = 60 * minuteMs;
/** Not with the page's first questions. */
const firstAfterMs = 5_000;
const recordEveryMs = 60 * minuteMs;
const compareEveryMs = 10 * minuteMs;
/** The kinds of the public record that commit the exchange to what comes later. */
const keptKinds = ['seed_committed', 'beacon', 'key'] as const;

export interface CollectParts {
  readonly evidence: Keeping;
  readonly store: EvidenceStore;
  readonly api: ApiClient;
  readonly now: () => number;
  /** The server's time is known: before, a minute would be asked for that is not the exchange's. */
  readonly isClockSet: () => boolean;
  readonly isVisible: LiveValue<boolean>;
  readonly report: (error: unknown) => void;
}

export function collectEvidence({ evidence, store, api, now, isClockSet, isVisible, report }: CollectParts): Subscription {
  async function takeRoots(): Promise<void> {
    const [newest, nowMs] = [await store.newestRoot(), now()];
    const fromMs = Math.max((newest?.minuteMs ?? nowMs - 2 * minuteMs) + 1, nowMs - mostMissedMs);
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

  async function takeRecord(): Promise<void> {
    const kept = await store.entries();
    for (const kind of keptKinds) {
      const last = kept.filter((entry) => entry.kind === kind).at(-1);
      const entries = await recordSince(api, kind, last === undefined ? 0 : last.seq + 1);
      await evidence.keep({ entries: entries.map((entry) => ({ ...entry, keptAtMs: now() })) });
    }
    await store.forgetBefore(now() - rootsKeptForMs);
  }

  const turn = (work: () => Promise<unknown>) => (): void => {
    if (!isVisible.value || !isClockSet()) return;
    work().catch((error: unknown) => {
      if (!(error instanceof AppError)) report(error);
    });
  };
  const turns = timer(firstAfterMs, minuteMs).subscribe(turn(takeRoots));
  turns.add(timer(firstAfterMs, recordEveryMs).subscribe(turn(takeRecord)));
  turns.add(timer(2 * firstAfterMs, compareEveryMs).subscribe(turn(() => evidence.compareNow())));
  return turns;
}
