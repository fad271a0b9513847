/** A proof beside what others hold: an old one must hold as well as a new one. */
import type { TickAnchor } from '@tessera/shared/contract';
import { minuteRoot, sha256 } from '@tessera/shared/fairness';
import { createFakeApi } from '@tessera/shared/testing';
import { evidenceChecks } from './evidenceChecks';

const minuteMs = 60_000;
const startMs = 1_800_000_000_000;
const none = { seq: 0, hash: '0'.repeat(64) };

function rootsOf(count: number): TickAnchor[] {
  let previousRoot = '0'.repeat(64);
  return Array.from({ length: count }, (_, index) => {
    const heads = { 'BTC-USDT': { seq: index + 1, hash: '11'.repeat(32) } };
    const logs = { record: none, audit: none };
    const at = startMs + index * minuteMs;
    const made = { minuteMs: at, root: minuteRoot(previousRoot, at, heads, sha256, logs), previousRoot, heads, logs };
    previousRoot = made.root;
    return made;
  });
}
const roots = rootsOf(2_000);

/** As the exchange answers: a page of roots, and a hundred statements (an older one: the newest of the span); one witness signs every fifth root. */
function anExchange(ofWitness: readonly TickAnchor[] = roots) {
  const api = createFakeApi();
  const within = (all: readonly TickAnchor[], { fromMs = 0, toMs = Infinity }: { fromMs?: number; toMs?: number }) =>
    all.filter((one) => one.minuteMs >= fromMs && one.minuteMs <= toMs);
  api.respond('anchors', (asked) => {
    const found = within(roots, asked);
    const limit = asked.limit ?? 240;
    return { anchors: found.slice(0, limit), hasMore: found.length > limit };
  });
  api.respond('witnessed', (asked) => {
    const signed = within(
      ofWitness.filter((_, index) => index % 5 === 0),
      asked,
    );
    return {
      witnesses: [{ kind: 'countersigner', url: 'https://witness.example' }],
      roots: signed.slice(-100).map((one) => ({
        witness: 'https://witness.example',
        kind: 'countersigner' as const,
        minuteMs: one.minuteMs,
        root: one.root,
        atMs: one.minuteMs,
        statement: '{}',
      })),
      forks: [],
    };
  });
  return api;
}

async function witnessed(minute: number, api = anExchange()): Promise<string | undefined> {
  const compared = { roots: 1, heads: 0, receipts: 0, seeds: 0 };
  const checks = await evidenceChecks(
    { ticks: [], anchors: roots.slice(minute, minute + 1), feedDay: null, order: { id: '1' } },
    {
      api,
      clock: { now: () => 0 },
      evidence: { compare: () => Promise.resolve({ compared, differences: [] }) },
    } as never,
  );
  return checks.find(({ name }) => name === 'witnessed')?.state;
}

it.each([9, 700, 1_300, 1_899])('a proof that is %i minutes old follows to the root that a witness signed next', async (age) => {
  expect(await witnessed(1_999 - age)).toBe('partial');
});

it('what a witness signed otherwise fails, and a root that none has signed yet is pending', async () => {
  const forged = roots.map((one) => ({ ...one, root: 'f'.repeat(64) }));
  expect(await witnessed(100, anExchange(forged))).toBe('failed');
  expect(await witnessed(1_998)).toBe('pending');
});
