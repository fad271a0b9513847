/**
 * One person's part of a day's liabilities, checked by himself: that he is counted with all that his statement says he had, that his
 * leaves lie below the root, and that everybody is shown the same root. Pure: the app and the tests judge with it.
 */
import { publishedLiabilities, type PublishedLiabilities } from '../contract/liabilities';
import type { LiabilityProof } from '../contract';
import type { TickAnchor } from '../contract/market';
import { statementAccounts, type StatementAccount } from '../contract/statements';
import type { WalletRecord } from '../contract/wallet';
import { addAmounts, isSameAmounts, rootAbove, type AssetAmounts, type LiabilityNode } from './liabilityTree';
import { absent, anchorRootsCheck, compared, none, rootSignedCheck, sealWaitMs, type Digest, type ProofCheck } from './logChecks';
import type { RecordEntry } from './publicRecord';
import type { KnowsSignature } from './receipt';

export type LiabilityCheckName = 'counted' | 'balances' | 'leaf' | 'path' | 'published' | 'anchored';
export type LiabilityCheck = ProofCheck<LiabilityCheckName>;

/** A record of the statement of any of a person's accounts. */
export interface StatementRecord extends Pick<WalletRecord, 'asset' | 'version' | 'balanceAfter' | 'atMs'> {
  readonly account: StatementAccount;
}

export interface LiabilityKnown {
  /** Who is signed in: not what the proof says. */
  readonly userId: string | undefined;
  /** The public record from its first entry on, as far as it follows. undefined: the exchange did not answer. */
  readonly entries: readonly RecordEntry[] | undefined;
  /** Minute roots from the publication on. undefined: the exchange did not answer. */
  readonly anchors: readonly TickAnchor[] | undefined;
  readonly knowsSignature: KnowsSignature | undefined;
  /** The first record of every account, and of each account that was counted the one that was counted with the one after it. undefined: the exchange did not answer. */
  readonly statement: readonly StatementRecord[] | undefined;
  readonly nowMs: number;
}

/** What a record names of its time is up to so much older than its commit. */
export const underWayMs = 60_000;
/** Kinds of accounts that are counted, each with its statement: what a person owes is not set off. */
export const countedAccounts: readonly StatementAccount[] = statementAccounts.filter((kind) => kind !== 'loan');
const stated: readonly string[] = countedAccounts;

export interface PublishedDay extends PublishedLiabilities {
  readonly seq: number;
  readonly publishedAtMs: number;
}

/** Every entry that publishes this day's root, in their order; entries of another form are none. */
export const publishedOf = (entries: readonly RecordEntry[], day: string): readonly PublishedDay[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'liabilities') return [];
    const read = publishedLiabilities.safeParse(readBody(entry.body));
    return read.success && read.data.day === day ? [{ ...read.data, seq: entry.seq, publishedAtMs: entry.atMs }] : [];
  });

function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export async function checkLiability(
  proof: LiabilityProof,
  known: LiabilityKnown,
  digest: Digest,
): Promise<readonly LiabilityCheck[]> {
  const published = publishedOf(known.entries ?? [], proof.day);
  const counted = countedCheck(proof, known.statement);
  const isCounted = counted.state === 'ok';
  return [
    counted,
    isCounted ? balancesCheck(proof, known.statement) : absent('balances'),
    isCounted ? leafCheck(proof, known.userId) : absent('leaf'),
    isCounted ? await pathCheck(proof, published[0], digest) : absent('path'),
    publishedCheck(proof, published, known),
    await anchoredCheck(published[0], known, digest),
  ];
}

/** 'absent': he had no account yet. */
function countedCheck({ leaves, takenAtMs }: LiabilityProof, statement: LiabilityKnown['statement']): LiabilityCheck {
  const parts = leaves.map(({ part }) => part).sort((one, other) => one - other);
  if (leaves.length > 0) return compared('counted', '1 + 2', parts.join(' + '));
  const first = statement?.find((record) => record.version === 1 && record.atMs < takenAtMs - underWayMs);
  if (first !== undefined) return { name: 'counted', state: 'failed', stated: none, computed: textOf(first) };
  return statement === undefined ? { ...absent('counted'), state: 'pending' } : absent('counted');
}

const textOf = ({ account, asset, version, balanceAfter }: StatementRecord): string =>
  `${account} ${asset} #${version} ${balanceAfter}`;

/** What was counted, beside the statement: no account left out, none with another balance, none with an older one. */
function balancesCheck({ accounts, takenAtMs }: LiabilityProof, statement: LiabilityKnown['statement']): LiabilityCheck {
  if (statement === undefined) return { ...absent('balances'), state: 'pending' };
  const recordOf = (account: string, asset: string, version: number) =>
    statement.find((record) => record.account === account && record.asset === asset && record.version === version);
  const failed = (shown: string, own: string): LiabilityCheck => ({
    name: 'balances',
    state: 'failed',
    stated: shown,
    computed: own,
  });
  for (const { kind, asset, version, balance } of accounts.filter((one) => stated.includes(one.kind))) {
    const own = recordOf(kind, asset, version);
    const counted = textOf({ account: kind as StatementRecord['account'], asset, version, balanceAfter: balance, atMs: 0 });
    if (own === undefined || own.balanceAfter !== balance) return failed(counted, own === undefined ? none : textOf(own));
    const next = recordOf(kind, asset, version + 1);
    if (next !== undefined && next.atMs < takenAtMs - underWayMs) return failed(counted, textOf(next));
  }
  const leftOut = statement.find(
    (record) =>
      record.version === 1 &&
      record.atMs < takenAtMs - underWayMs &&
      !accounts.some(({ kind, asset }) => kind === record.account && asset === record.asset),
  );
  if (leftOut !== undefined) return failed(none, textOf(leftOut));
  const text = amountsText(sumOf(accounts.map(({ asset, balance }) => ({ [asset]: balance }))));
  return compared('balances', text, text);
}

const sumOf = (all: readonly AssetAmounts[]): AssetAmounts => all.reduce(addAmounts, {});
const amountsText = (amounts: AssetAmounts): string =>
  Object.entries(amounts)
    .filter(([, amount]) => amount !== '0')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([asset, amount]) => `${amount} ${asset}`)
    .join(', ') || '0';

/** The leaves are of who is signed in, and together hold what was counted. */
function leafCheck({ user, accounts, leaves }: LiabilityProof, userId: string | undefined): LiabilityCheck {
  const shown = amountsText(sumOf(accounts.map(({ asset, balance }) => ({ [asset]: balance }))));
  const own = amountsText(sumOf(leaves.map(({ amounts }) => amounts)));
  return compared('leaf', `${userId ?? none}: ${shown}`, `${user}: ${own}`);
}

const nodeText = ({ hash, persons, amounts }: LiabilityNode): string => `${hash} ${persons} ${amountsText(amounts)}`;

async function pathCheck(
  { day, user, leaves }: LiabilityProof,
  published: PublishedDay | undefined,
  digest: Digest,
): Promise<LiabilityCheck> {
  if (published === undefined) return { ...absent('path'), state: 'pending' };
  const { root: hash, persons, sums, height } = published;
  const shown = nodeText({ hash, persons, amounts: sums });
  const failed = (computed: string): LiabilityCheck => ({ name: 'path', state: 'failed', stated: shown, computed });
  if (new Set(leaves.map(({ place }) => place)).size !== leaves.length) return failed(none);
  for (const { part, salt, place, amounts, path } of leaves) {
    if (path.length !== height) return failed(`${path.length} / ${height}`);
    try {
      const root = await rootAbove({ day, user, part, salt, amounts }, { place, path }, digest);
      if (root.hash !== hash || root.persons !== persons || !isSameAmounts(root.amounts, sums)) return failed(nodeText(root));
    } catch {
      return failed(none);
    }
  }
  return compared('path', shown, shown);
}

/**
 * One entry, and no other, publishes the day, and it was taken within it: by an older instant nobody would have had an account yet. 'pending': not published
 * yet, or the exchange does not answer.
 */
function publishedCheck(
  { day, takenAtMs }: LiabilityProof,
  published: readonly PublishedDay[],
  { entries, nowMs }: LiabilityKnown,
): LiabilityCheck {
  const [first, second] = published;
  const text = published.map(({ seq, root }) => `#${seq} ${root}`).join(', ') || none;
  if (second !== undefined) return { name: 'published', state: 'failed', stated: day, computed: text };
  if (first !== undefined)
    return {
      name: 'published',
      state: first.takenAtMs === takenAtMs && isWithin(day, takenAtMs) ? 'ok' : 'failed',
      stated: `${day} ${takenAtMs}`,
      computed: text,
    };
  const isDue = entries !== undefined && nowMs > takenAtMs + sealWaitMs;
  return { name: 'published', state: isDue ? 'failed' : 'pending', stated: day, computed: none };
}

const isWithin = (day: string, atMs: number): boolean => new Date(atMs).toISOString().startsWith(day);

/** A signed minute root that covers the entry. */
async function anchoredCheck(
  published: PublishedDay | undefined,
  { entries = [], anchors, knowsSignature, nowMs }: LiabilityKnown,
  digest: Digest,
): Promise<LiabilityCheck> {
  const pending: LiabilityCheck = { ...absent('anchored'), state: 'pending' };
  if (published === undefined || anchors === undefined) return pending;
  const anchor = anchors.find(({ logs }) => logs !== undefined && logs.record.seq >= published.seq);
  if (anchor?.logs === undefined) {
    const isDue = nowMs > published.publishedAtMs + sealWaitMs;
    return isDue ? { ...pending, state: 'failed', stated: `#${published.seq}` } : pending;
  }
  const { seq, hash } = anchor.logs.record;
  const [root, signature] = [await anchorRootsCheck([anchor], digest), await rootSignedCheck([anchor], knowsSignature, 0)];
  const head = entries[seq - 1]?.hash ?? none;
  const isAnchored = root.state === 'ok' && head === hash;
  const state = !isAnchored || signature.state === 'failed' ? 'failed' : signature.state === 'ok' ? 'ok' : 'partial';
  return {
    name: 'anchored',
    state,
    stated: `${anchor.minuteMs} ${anchor.root} #${seq} ${hash}`,
    computed: `${root.computed} #${seq} ${head}`,
  };
}

/** In one word, for who reads no list: `notCounted` is the worst that can be. */
export type LiabilityVerdict = 'counted' | 'notCounted' | 'wrong' | 'noAccountYet' | 'waiting';

export function liabilityVerdict(checks: readonly LiabilityCheck[]): LiabilityVerdict {
  const counted = checks.find(({ name }) => name === 'counted');
  if (counted?.state === 'failed') return 'notCounted';
  if (checks.some(({ state }) => state === 'failed')) return 'wrong';
  if (counted?.state === 'absent') return 'noAccountYet';
  return checks.some(({ state }) => state === 'pending') ? 'waiting' : 'counted';
}
