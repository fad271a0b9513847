/** A person's part of a day's liabilities, with everything that it is held against: fetched, checked here, and ready to be saved. */
import type { EndpointRequest, LiabilityProof, TickAnchor } from '@tessera/shared/contract';
import {
  chainedFromFirst,
  checkLiability,
  countedAccounts,
  followRecord,
  publishedOf,
  readPublishedKeys,
  sha256,
  signaturesOf,
  underWayMs,
  type Digest,
  type LiabilityCheckName,
  type ProofCheck,
  type RecordEntry,
  type StatementRecord,
} from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';
import { verifyEd25519 } from '@tessera/shared/signatures';

type Deps = Pick<RemoteContext, 'api' | 'clock' | 'evidence'>;

export interface OwnLiability {
  readonly checks: readonly ProofCheck<LiabilityCheckName | 'kept'>[];
  /** For `npm run verify`. */
  readonly file: object;
}

const quiet = { toastErrors: false } as const;
const recordPage = 500;
const anchorsAsked = 20;
const anchoredWithinMs = 86_400_000;
/** The two that a person pays from have records by number; where money lies meanwhile is asked of the statement. */
const paidFrom = ['coin', 'contract'] as const;

/** Plain HTTP on a device of the network has no crypto.subtle: then our own digest serves. */
const digest: Digest =
  globalThis.crypto?.subtle === undefined
    ? sha256
    : async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));

/** Rejects with AppError when the exchange does not give the proof. What it does not give besides stays `pending`. */
export async function checkOwnLiability(day: string, userId: string, deps: Deps): Promise<OwnLiability> {
  const { api, clock, evidence } = deps;
  const proof = await api.call('liabilityProof', { day }, quiet);
  const [entries, statement] = await Promise.all([
    readRecord(deps).catch(() => undefined),
    recordsOf(proof, api).catch(() => undefined),
  ]);
  const published = publishedOf(entries ?? [], day)[0];
  const anchors = published && (await anchorsFrom(published.publishedAtMs, published.seq, api).catch(() => undefined));
  const keys = await readPublishedKeys(entries ?? [], digest, verifyEd25519);
  const known = { userId, entries, anchors, statement, knowsSignature: signaturesOf(keys, verifyEd25519), nowMs: clock.now() };
  const checks = await checkLiability(proof, known, digest);
  return {
    checks: [...checks, await keptCheck(anchors ?? [], evidence)],
    file: {
      ...{ format: 'tessera-liability-1', user: userId, proof },
      ...{ statement: statement ?? [], entries: entries ?? [], anchors: anchors ?? [] },
    },
  };
}

/** What this device kept of the public record, read on now. */
async function readRecord({ api, evidence }: Deps): Promise<readonly RecordEntry[]> {
  const kept = chainedFromFirst(await evidence.entriesKept().catch(() => []));
  const { entries } = await followRecord(kept, (fromSeq) => api.call('publicRecord', { fromSeq, limit: recordPage }, quiet));
  return entries;
}

/** The first record of every account; and of each that was counted, the one that was and the one after it. */
async function recordsOf(proof: LiabilityProof, api: Deps['api']): Promise<readonly StatementRecord[]> {
  return [...(await paidFromRecords(proof, api)), ...(await otherRecords(proof, api))];
}

async function paidFromRecords({ accounts }: LiabilityProof, api: Deps['api']): Promise<readonly StatementRecord[]> {
  const asked = [
    ...paidFrom.map((account) => ({ account, toVersion: 1, pageSize: 100 })),
    ...accounts.flatMap(({ kind, asset, version }) => {
      const account = paidFrom.find((one) => one === kind);
      return account === undefined ? [] : [{ account, asset, toVersion: version + 1, pageSize: 2 }];
    }),
  ];
  const answers = await Promise.all(asked.map((request) => api.call('walletDetail', request, quiet)));
  return answers.flatMap(({ items }) =>
    items.map(({ account, asset, version, balanceAfter, atMs }) => ({ account, asset, version, balanceAfter, atMs })),
  );
}

/** Of the accounts that are not paid from, those that the exchange says he has as well as those that it counted. One after the other: they may be many. */
async function otherRecords({ accounts, takenAtMs }: LiabilityProof, api: Deps['api']): Promise<readonly StatementRecord[]> {
  const period = { fromMs: 0, untilMs: takenAtMs + underWayMs };
  const ask = (request: Pick<EndpointRequest<'statement'>, 'account' | 'asset' | 'cursor' | 'pageSize'>) =>
    api.call('statement', { ...period, ...request }, quiet);
  const { accounts: had } = await ask({ account: 'coin', asset: 'USDT', pageSize: 1 });
  const all = [...had, ...accounts.map(({ kind, asset }) => ({ account: kind, asset }))];
  const others = countedAccounts
    .filter((kind) => !paidFrom.some((one) => one === kind))
    .flatMap((account) =>
      [...new Set(all.flatMap((one) => (one.account === account ? [one.asset] : [])))].map((asset) => ({ account, asset })),
    );
  const found: StatementRecord[] = [];
  for (const { account, asset } of others) {
    const counted = accounts.find((one) => one.kind === account && one.asset === asset)?.version ?? 0;
    const { items: first, closing } = await ask({ account, asset, pageSize: 1 });
    const cursor = `${counted - 1}.${Math.min(counted + 1, closing.version)}`;
    const isThere = counted > 0 && counted <= closing.version;
    const { items } = isThere ? await ask({ account, asset, cursor, pageSize: 2 }) : { items: [] };
    for (const { version, balanceAfter, atMs } of [...first, ...items])
      found.push({ account, asset, version, balanceAfter, atMs });
  }
  return found;
}

/** Up to the first that covers the entry. */
async function anchorsFrom(atMs: number, seq: number, api: Deps['api']): Promise<readonly TickAnchor[]> {
  const span = { fromMs: atMs, toMs: atMs + anchoredWithinMs, limit: anchorsAsked };
  const { anchors } = await api.call('anchors', span, quiet);
  const covering = anchors.find(({ logs }) => logs !== undefined && logs.record.seq >= seq);
  return covering === undefined ? [] : [covering];
}

/** 'absent': this device kept no root of that minute. */
async function keptCheck(anchors: readonly TickAnchor[], evidence: Deps['evidence']): Promise<ProofCheck<'kept'>> {
  const { compared, differences } = await evidence.compare({ anchors });
  const [first] = differences;
  if (first !== undefined) return { name: 'kept', state: 'failed', stated: first.shown, computed: first.kept };
  const [text, state] = [String(compared.roots), compared.roots === 0 ? ('absent' as const) : ('ok' as const)];
  return { name: 'kept', state, stated: text, computed: text };
}
