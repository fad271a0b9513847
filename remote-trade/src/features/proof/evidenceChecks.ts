/**
 * A proof beside what it cannot make up: what this device kept of that time, and what the exchange shows to everybody now. The proof
 * alone could be forged as a whole; not together with what was in the hands of others before.
 */
import type { FeedDay, LastTickRun, LeverageProof, Receipt, SecondsProof, Tick, TickAnchor } from '@tessera/shared/contract';
import {
  commitmentOf,
  compareRoots,
  readPauses,
  readWitnessKeys,
  scalesOf,
  witnessCheck,
  type ProofCheck,
  type RecordEntry,
  type WitnessCheck,
  type WitnessStatement,
} from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';
import { explainsCut, isCut } from '@tessera/shared/trading';
import { judging } from '../../orders/acceptance/judging';
import { publishedTermsCheck } from './publishedTermsCheck';

export type EvidenceCheckName = 'kept' | 'current' | 'terms' | 'witnessed';

/** What every proof has. */
export interface ProvenLog {
  readonly ticks: readonly Tick[];
  readonly anchors: readonly TickAnchor[];
  /** What witnesses said of roots from the last of the anchors on, and the roots up to there. */
  readonly witnessed?: { readonly statements: readonly WitnessStatement[]; readonly roots: readonly TickAnchor[] } | undefined;
  readonly feedDay: FeedDay | null;
  /** Of a deal: the runs of the ticks beside its own run, each to its own root. */
  readonly conversions?: LeverageProof['conversions'];
  /** What voided a seconds order; what did not count of a deal's or a fill's run. */
  readonly incident?: Incident | null;
  readonly incidents?: readonly Incident[];
  readonly order: {
    readonly receipt?: Receipt | undefined;
    readonly requests?: readonly Receipt[] | undefined;
    readonly id: string;
  };
  readonly deal?: { readonly tickSeq: number };
  /** What every figure was rounded to. */
  readonly assetScale?: number;
  readonly assetScales?: { readonly base: number; readonly quote: number };
  readonly fillId?: string;
}

type Deps = Pick<RemoteContext, 'api' | 'clock' | 'evidence'>;
/** `findings`: of `witnessed`, what was and what was not checked of each statement. */
export type EvidenceCheck = ProofCheck<EvidenceCheckName> & Partial<Pick<WitnessCheck, 'findings'>>;
type Check = EvidenceCheck;
type Incident = NonNullable<SecondsProof['incident']>;

/** As many roots as one answer holds. */
const maxRoots = 480;
/** A witness signs a root every few minutes: what follows a proof is looked for as far as this. Its roots are one answer. */
const witnessedWithinMs = 60 * 60_000;

export const evidenceChecks = (proof: ProvenLog, deps: Deps): Promise<readonly Check[]> =>
  Promise.all([
    keptCheck(proof, deps),
    currentCheck(proof, deps),
    publishedTermsCheck(proof.order.receipt, deps.api, scalesOf(proof)),
    witnessedCheck(proof, deps),
  ]);

const rootsOf = (conversions: ProvenLog['conversions'] = []): TickAnchor[] => conversions.flatMap(({ anchor }) => anchor ?? []);

/** 'absent': nothing was kept of that time. */
async function keptCheck(proof: ProvenLog, { evidence }: Deps): Promise<Check> {
  const { ticks, anchors, feedDay, order, deal, fillId, conversions = [] } = proof;
  const { compared, differences } = await evidence.compare({
    ticks: [...ticks, ...conversions.flatMap((one) => one.ticks)],
    anchors: [...anchors, ...rootsOf(conversions)],
    receipts: [...(order.receipt === undefined ? [] : [order.receipt]), ...(order.requests ?? [])],
    // What this person asked of the order must be shown.
    ...(deal === undefined ? {} : { requestsOf: { product: 'leverage', order: order.id, beforeSeq: deal.tickSeq } }),
    ...(fillId === undefined ? {} : { requestsOf: { product: 'spot', order: order.id } }),
    feedDays: feedDay === null ? [] : [feedDay],
  });
  const [first] = differences;
  if (first !== undefined)
    return { name: 'kept', state: 'failed', stated: `${first.of} ${first.shown}`, computed: `${first.of} ${first.kept}` };
  const { roots, heads, receipts, seeds } = compared;
  const text = `${roots} + ${heads} + ${receipts} + ${seeds}`;
  return { name: 'kept', state: roots + heads + receipts + seeds === 0 ? 'absent' : 'ok', stated: text, computed: text };
}

/** 'pending': the proof has no seal yet, or the exchange did not answer. */
async function currentCheck(proof: ProvenLog, { api, clock }: Deps): Promise<Check> {
  const { anchors, feedDay, incident, incidents = [], conversions = [] } = proof;
  const [first, last] = [anchors[0], anchors.at(-1)];
  const pending: Check = { name: 'current', state: 'pending', stated: '-', computed: '-' };
  if (first === undefined || last === undefined) return pending;
  const told = `${last.minuteMs} ${last.root}`;
  try {
    // The roots of nights lie by themselves.
    for (const roots of [anchors, ...rootsOf(conversions).map((root) => [root])]) {
      const span = { fromMs: roots[0]?.minuteMs ?? 0, toMs: roots.at(-1)?.minuteMs ?? 0 };
      if (roots !== anchors && anchors.some(({ minuteMs }) => minuteMs === span.fromMs)) continue;
      const now = await api.call('anchors', { ...span, limit: maxRoots }, { toastErrors: false });
      if (now.hasMore === true && roots === anchors) return pending;
      const asKept = roots.map(({ minuteMs, root }) => ({ minuteMs, root, signed: null, keptAtMs: 0 }));
      const [difference] = compareRoots(asKept, now.anchors, clock.now(), span).differences;
      if (difference !== undefined)
        return {
          name: 'current',
          state: 'failed',
          stated: `${difference.of} ${difference.kept}`,
          computed: `${difference.of} ${difference.shown}`,
        };
    }
    const shown = [...incidents, ...conversions.flatMap((one) => one.incidents)];
    const unknown = await notInRecord([...shown, ...(incident === undefined || incident === null ? [] : [incident])], api);
    if (unknown !== undefined)
      return { name: 'current', state: 'failed', stated: `${unknown.symbol} ${unknown.fromMs}..${unknown.toMs}`, computed: '-' };
    const unexplained = await withoutPause(conversions.filter(isCut), api);
    if (unexplained !== undefined)
      return {
        name: 'current',
        state: 'failed',
        stated: `${unexplained.ticks[0]?.symbol ?? '-'} ${unexplained.atMs}`,
        computed: '-',
      };
    const recordSeq = feedDay?.recordSeq ?? null;
    if (feedDay === null || recordSeq === null) return { name: 'current', state: 'ok', stated: told, computed: told };
    const asked = { kind: 'seed_committed', fromSeq: recordSeq, limit: 1 };
    const [entry] = (await api.call('publicRecord', asked, { toastErrors: false })).entries;
    const published = entry?.seq === recordSeq ? commitmentOf(entry)?.seedHash : undefined;
    const isSame = published === feedDay.seedHash;
    return {
      name: 'current',
      state: isSame ? 'ok' : 'failed',
      stated: isSame ? told : `${feedDay.day} ${feedDay.seedHash ?? '-'}`,
      computed: isSame ? told : `${feedDay.day} ${published ?? '-'}`,
    };
  } catch {
    return pending;
  }
}

/** Every entry of a kind, page by page. */
async function entriesOf(kind: string, api: Deps['api']): Promise<readonly RecordEntry[]> {
  const all: RecordEntry[] = [];
  for (let fromSeq = 1; ;) {
    const { entries, hasMore } = await api.call('publicRecord', { kind, fromSeq, limit: 500 }, { toastErrors: false });
    all.push(...entries);
    const last = entries.at(-1);
    if (!hasMore || last === undefined) return all;
    fromSeq = last.seq + 1;
  }
}

/** An incident that the public record does not have as it is shown. */
async function notInRecord(shown: readonly Incident[], api: Deps['api']): Promise<Incident | undefined> {
  if (shown.length === 0) return undefined;
  const published = (await entriesOf('incident', api)).map(({ body }) => JSON.parse(body) as Partial<Incident>);
  return shown.find(
    (one) =>
      !published.some(
        ({ id, symbol, fromMs, toMs }) => id === one.id && symbol === one.symbol && fromMs === one.fromMs && toMs === one.toMs,
      ),
  );
}

/** A run that is cut where the public record names no pause, and the proof no incident: what lay in between is withheld. */
async function withoutPause(cut: readonly LastTickRun[], api: Deps['api']): Promise<LastTickRun | undefined> {
  if (cut.every((run) => explainsCut(run, []))) return undefined;
  const entries = await entriesOf('pause', api);
  return cut.find((run) => !explainsCut(run, readPauses(entries, run.ticks[0]?.symbol ?? '')));
}

/**
 * The proof's own statements of witnesses, or those that are shown now where it has none, and what was found of each: signatures are
 * checked here, under the keys that this device kept first. 'absent': nobody is asked. 'pending': no witness signed a root of the
 * hour after the proof yet, or the exchange did not answer. A fork that the exchange admits is shown whatever the proof has.
 */
async function witnessedCheck({ anchors, witnessed }: ProvenLog, { api, evidence }: Deps): Promise<Check> {
  const last = anchors.at(-1);
  const pending: Check = { name: 'witnessed', state: 'pending', stated: '-', computed: '-' };
  if (last === undefined) return pending;
  const asked = { fromMs: last.minuteMs, toMs: last.minuteMs + witnessedWithinMs };
  const now = await api.call('witnessed', asked, { toastErrors: false }).catch(() => undefined);
  const [fork] = now?.forks ?? [];
  if (fork !== undefined)
    return { name: 'witnessed', state: 'failed', stated: last.root, computed: `${fork.witness} ${fork.message}` };
  const own = witnessed !== undefined && witnessed.statements.length > 0 ? witnessed : await shownSince(last, now?.roots, api);
  if (own === undefined)
    return witnessed === undefined && now?.witnesses.length === 0 ? { ...pending, state: 'absent' } : pending;
  const { publishedKeys, knownEntries, verifyEd25519 } = await judging();
  return witnessCheck(
    { anchors, ...own },
    {
      verify: verifyEd25519,
      exchange: (await publishedKeys({ api, evidence }))[0]?.publicKey,
      keys: readWitnessKeys(await knownEntries('witness', { api, evidence })),
    },
  );
}

/** undefined: nothing was said of that time, or the roots in between are not shown. */
async function shownSince(
  last: TickAnchor,
  statements: readonly WitnessStatement[] = [],
  api: Deps['api'],
): Promise<ProvenLog['witnessed']> {
  const held = statements.find(({ minuteMs }) => minuteMs >= last.minuteMs);
  if (held === undefined) return undefined;
  const span = { fromMs: last.minuteMs, toMs: held.minuteMs, limit: maxRoots };
  const answer = await api.call('anchors', span, { toastErrors: false }).catch(() => undefined);
  return answer === undefined || answer.hasMore === true ? undefined : { statements: [held], roots: answer.anchors };
}
