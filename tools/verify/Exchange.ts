/** What an exchange tells anybody, by its public calls. */
import { setTimeout as passed } from 'node:timers/promises';
import { askFor } from './askFor';
import type { ListedDay } from './dayLog';
import type { Day, Entry, Root, Tick, Witnessed } from './shapes';
import type { TermsText } from './terms';

const [pageSize, maxTicks, maxRoots] = [500, 1000, 480];
const waitMs = 20_000;
/** Anyone who asks too often is told for how many seconds to wait: at most so long at once, and in all for one answer. */
const [maxPauseMs, maxPausesMs] = [60_000, 300_000];

/** It answered, and does not have it. */
class Refusal extends Error {}

export interface Exchange {
  entries(): Promise<readonly Entry[]>;
  /** Both ends included. */
  roots(fromMs: number, toMs: number): Promise<readonly Root[]>;
  witnessed(fromMs: number, toMs: number): Promise<readonly Witnessed[]>;
  /** undefined: it shows no such version. */
  terms(version: number): Promise<TermsText | undefined>;
  days(): Promise<readonly Day[]>;
  /** Its day files: the newest thousand of the symbol. */
  logDays(symbol: string): Promise<readonly ListedDay[]>;
  /** [from, to), with hashes. */
  ticks(symbol: string, fromMs: number, toMs: number): Promise<readonly Tick[]>;
}

export function exchangeAt(address: string): Exchange {
  async function ask<Answer>(path: string, query: Readonly<Record<string, string | number>>): Promise<Answer> {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
    const url = `${address.replace(/\/$/, '')}/api/${path}?${asked.toString()}`;
    for (let pausedMs = 0; ;) {
      const answer = (await (await askFor(url, waitMs)).json()) as {
        readonly type: string;
        readonly message: unknown;
        readonly params?: { readonly seconds?: unknown };
      };
      if (answer.type === 'ok') return answer.message as Answer;
      if (answer.message !== 'TOO_MANY_REQUESTS') throw new Refusal(`${url}: ${JSON.stringify(answer.message)}`);
      if (pausedMs >= maxPausesMs) throw new Error(`${url}: too many requests, after ${pausedMs / 1000} s of waiting`);
      const pauseMs = Math.min(maxPauseMs, Math.max(100, (Number(answer.params?.seconds ?? 1) || 1) * 1000));
      await passed(pauseMs);
      pausedMs += pauseMs;
    }
  }

  return {
    async entries() {
      const all: Entry[] = [];
      for (;;) {
        const page = await ask<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }>('fairness/record', {
          fromSeq: (all.at(-1)?.seq ?? 0) + 1,
          limit: pageSize,
        });
        all.push(...page.entries);
        if (!page.hasMore || page.entries.length === 0) return all;
      }
    },
    async roots(fromMs, toMs) {
      const all: Root[] = [];
      for (let next = fromMs; next <= toMs;) {
        const { anchors } = await ask<{ readonly anchors: readonly Root[] }>('fairness/anchors', {
          fromMs: next,
          toMs,
          limit: maxRoots,
        });
        const last = anchors.at(-1);
        if (last === undefined) break;
        all.push(...anchors);
        next = last.minuteMs + 1;
      }
      return all;
    },
    async witnessed(fromMs, toMs) {
      const all = new Map<string, Witnessed>();
      for (let next = fromMs; next <= toMs;) {
        const { roots } = await ask<{ readonly roots: readonly Witnessed[] }>('fairness/witness', { fromMs: next, toMs });
        const last = roots.at(-1);
        if (last === undefined) break;
        for (const one of roots) all.set(`${one.witness} ${one.minuteMs}`, one);
        // A page may end between two statements of one minute.
        next = last.minuteMs > next ? last.minuteMs : next + 1;
      }
      return [...all.values()];
    },
    async terms(version) {
      try {
        return await ask<TermsText>('fairness/terms', { version });
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
    logDays: async (symbol) => (await ask<{ readonly days: readonly ListedDay[] }>('fairness/logdays', { symbol })).days,
    days: async () => (await ask<{ readonly days: readonly Day[] }>('fairness/days', {})).days,
    async ticks(symbol, fromMs, toMs) {
      const all: Tick[] = [];
      for (;;) {
        const last = all.at(-1);
        const { ticks, hasMore } = await ask<{ readonly ticks: readonly Tick[]; readonly hasMore: boolean }>('fairness/log', {
          symbol,
          ...(last === undefined ? { fromMs } : { fromSeq: last.seq + 1 }),
          limit: maxTicks,
        });
        all.push(...ticks);
        if (ticks.length === 0 || !hasMore || (all.at(-1)?.atMs ?? toMs) >= toMs) return all.filter(({ atMs }) => atMs < toMs);
      }
    },
  };
}
