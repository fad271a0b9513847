/**
 * A proof beside what it cannot make up: what this device kept of that time, and what the exchange shows to everybody now. The proof
 * alone could be forged as a whole; not together with what was in the hands of others before.
 */
import type {
  FeedDay,
  LastTickRun,
  LeverageProof,
  LoanProof,
  Receipt,
  SecondsProof,
  SetOff,
  Tick,
  TickAnchor,
  WalletRecord,
} from '@tessera/shared/contract';
import {
  commitmentOf,
  compareRoots,
  scalesOf,
  sealWaitMs,
  witnessCheck,
  type ProofCheck,
  type RecordEntry,
  type WitnessCheck,
  type WitnessStatement,
} from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';
import { explainsCut, freeCheck, isCut, recordsOfStopOut } from '@tessera/shared/trading';
import { judging } from '../../orders/acceptance/judging';
import { publishedTermsCheck } from './publishedTermsCheck';

export type EvidenceCheckName = 'kept' | 'current' | 'terms' | 'witnessed' | 'free';

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
  /** Of a decision about a loan: the roots over the last counting tick of each market that stood still, and the halts during which ticks decide nothing. */
  readonly standing?: readonly { readonly symbol: string; readonly anchors: readonly TickAnchor[] }[] | undefined;
  readonly halts?: LoanProof['halts'];
  /** What a refund was set off against. */
  readonly setOff?: SetOff | undefined;
  readonly order: {
    readonly receipt?: Receipt | undefined;
    readonly requests?: readonly Receipt[] | undefined;
    readonly id: string;
  };
  readonly deal?: Pick<LeverageProof['deal'], 'tickSeq' | 'reason'>;
  /** Of a stop-out. */
  readonly account?: LeverageProof['account'];
  /** What every figure was rounded to. */
  readonly assetScale?: number;
  readonly assetScales?: { readonly base: number; readonly quote: number } | { readonly from: number; readonly to: number };
  readonly fillId?: string;
}

type Deps = Pick<RemoteContext, 'api' | 'clock' | 'evidence'>;
/** `findings`: of `witnessed`, what was and what was not checked of each statement. */
export type EvidenceCheck = ProofCheck<EvidenceCheckName> & Partial<Pick<WitnessCheck, 'findings'>>;
type Check = EvidenceCheck;
type Incident = NonNullable<SecondsProof['incident']>;

/** As many roots as one answer holds. */
const maxRoots = 480;
/** As many records of a statement. */
const maxRecords = 100;
/** A witness signs a root every few minutes, but may be away: what follows a proof is looked for as far as one answer of roots reaches. */
const witnessedWithinMs = (maxRoots - 1) * 60_000;

export function evidenceChecks(proof: ProvenLog, deps: Deps): Promise<readonly Check[]> {
  // Read once, whole, and only as far as it follows from what this device kept.
  const record = judging().then(({ publishedRecord }) => publishedRecord(deps));
  record.catch(() => undefined);
  return Promise.all([
    keptCheck(proof, deps),
    currentCheck(proof, record, deps),
    termsOfAll(proof, record, deps),
    witnessedCheck(proof, record, deps),
    ...freeBalanceChecks(proof, deps),
  ]);
}

/** Those that a refund was set off against were agreed to as well; the first that differs is told. */
async function termsOfAll(proof: ProvenLog, record: PublicRecord, { api }: Deps): Promise<Check> {
  const checks = await Promise.all(
    [proof, ...(proof.setOff?.won ?? [])].map((one) => publishedTermsCheck(one.order.receipt, record, api, scalesOf(one))),
  );
  const [own] = checks as [Check];
  return checks.find(({ state }) => state === 'failed') ?? own;
}

/** Of a stop-out: the free balance beside the statement as it is shown now. 'pending': the exchange does not answer. */
function freeBalanceChecks({ deal, account = null, assetScale = 0 }: ProvenLog, { api }: Deps): readonly Promise<Check>[] {
  if (deal?.reason !== 'stop_out') return [];
  const told = { deal, account, assetScale };
  return [
    shownRecords(recordsOfStopOut(told), api).then(
      (rows) => freeCheck(told, rows),
      () => freeCheck(told, undefined),
    ),
  ];
}

/** Of the contract account, by number. */
async function shownRecords(
  asked: { readonly fromVersion: number; readonly toVersion: number } | undefined,
  api: Deps['api'],
): Promise<readonly WalletRecord[]> {
  const rows: WalletRecord[] = [];
  for (let toVersion = asked?.toVersion; asked !== undefined && toVersion !== undefined && toVersion >= asked.fromVersion;) {
    const pageSize = Math.min(maxRecords, toVersion - asked.fromVersion + 1);
    const { items } = await api.call('walletDetail', { account: 'contract', toVersion, pageSize }, { toastErrors: false });
    rows.push(...items);
    if (items.length < pageSize) break;
    toVersion -= pageSize;
  }
  return rows;
}

type PublicRecord = Promise<readonly RecordEntry[]>;

const rootsOf = (conversions: ProvenLog['conversions'] = []): TickAnchor[] => conversions.flatMap(({ anchor }) => anchor ?? []);

/** 'absent': nothing was kept of that time. */
async function keptCheck(proof: ProvenLog, { evidence }: Deps): Promise<Check> {
  const {
    ticks,
    anchors,
    feedDay,
    order,
    deal,
    fillId,
    conversions = [],
    standing = [],
    setOff: { won, others } = { won: [], others: [] },
  } = proof;
  const shown = [order, ...won.map((one) => one.order), ...others.map((one) => one.order)].map(({ receipt }) => receipt);
  const { compared, differences } = await evidence.compare({
    ticks: [...ticks, ...[...conversions, ...won].flatMap((one) => one.ticks)],
    anchors: [...anchors, ...rootsOf(conversions), ...[...won, ...standing].flatMap((one) => one.anchors)],
    receipts: [...shown.flatMap((receipt) => receipt ?? []), ...(order.requests ?? [])],
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
async function currentCheck(proof: ProvenLog, record: PublicRecord, { api, clock }: Deps): Promise<Check> {
  const {
    anchors,
    feedDay,
    incident,
    incidents = [],
    halts = [],
    conversions = [],
    standing = [],
    setOff: { won, others } = { won: [], others: [] },
  } = proof;
  const [first, last] = [anchors[0], anchors.at(-1)];
  const pending: Check = { name: 'current', state: 'pending', stated: '-', computed: '-' };
  if (first === undefined || last === undefined) return pending;
  const told = `${last.minuteMs} ${last.root}`;
  try {
    // The roots of nights, of contracts that were set off, and of markets that stood still, lie by themselves.
    for (const roots of [
      anchors,
      ...rootsOf(conversions).map((root) => [root]),
      ...[...won, ...standing].map((one) => one.anchors),
    ]) {
      const span = { fromMs: roots[0]?.minuteMs ?? 0, toMs: roots.at(-1)?.minuteMs ?? 0 };
      if (roots !== anchors && roots.every(({ minuteMs, root }) => isAmong(anchors, minuteMs, root))) continue;
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
    const entries = await record;
    const head = last.logs?.record ?? { seq: 0, hash: '' };
    const headShown = entries[head.seq - 1]?.hash;
    if (head.seq > 0 && headShown !== head.hash)
      return { name: 'current', state: 'failed', stated: `record #${head.seq} ${head.hash}`, computed: headShown ?? '-' };
    const voiding = [incident, ...others.map((one) => one.incident)].flatMap((one) => one ?? []);
    const unknown = notInRecord([...incidents, ...conversions.flatMap((one) => one.incidents), ...voiding], entries);
    if (unknown !== undefined)
      return { name: 'current', state: 'failed', stated: `${unknown.symbol} ${unknown.fromMs}..${unknown.toMs}`, computed: '-' };
    const unheard = halts.find((one) => !isPublishedHalt(one, proof, entries));
    if (unheard !== undefined)
      return {
        name: 'current',
        state: 'failed',
        stated: `${unheard.symbol} ${unheard.fromMs}..${unheard.untilMs ?? ''}`,
        computed: '-',
      };
    const unexplained = await withoutPause(conversions.filter(isCut), entries);
    if (unexplained !== undefined)
      return {
        name: 'current',
        state: 'failed',
        stated: `${unexplained.ticks[0]?.symbol ?? '-'} ${unexplained.atMs}`,
        computed: '-',
      };
    const recordSeq = feedDay?.recordSeq ?? null;
    if (feedDay === null || recordSeq === null) return { name: 'current', state: 'ok', stated: told, computed: told };
    const entry = entries[recordSeq - 1];
    const published = entry === undefined ? undefined : commitmentOf(entry)?.seedHash;
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

const isAmong = (anchors: readonly TickAnchor[], minute: number, told: string): boolean =>
  anchors.some(({ minuteMs, root }) => minuteMs === minute && root === told);

/** An incident that the public record does not have as it is shown. */
function notInRecord(shown: readonly Incident[], entries: readonly RecordEntry[]): Incident | undefined {
  if (shown.length === 0) return undefined;
  const published = entries.filter(({ kind }) => kind === 'incident').map(({ body }) => readBody<Incident>(body));
  return shown.find(
    (one) =>
      !published.some(
        ({ id, symbol, fromMs, toMs }) => id === one.id && symbol === one.symbol && fromMs === one.fromMs && toMs === one.toMs,
      ),
  );
}

/** It began and ended when the public record says. One that is shown without an end must not have ended before the last tick of the proof. */
function isPublishedHalt(
  { symbol, fromMs, untilMs }: NonNullable<ProvenLog['halts']>[number],
  { ticks }: ProvenLog,
  entries: readonly RecordEntry[],
): boolean {
  const own = entries.filter(({ kind, body }) => kind === 'halt' && readBody<{ symbol: string }>(body).symbol === symbol);
  const begins = own.findIndex(({ atMs, body }) => atMs === fromMs && readBody<{ state: string }>(body).state === 'halted');
  if (begins < 0) return false;
  const endedAtMs = own[begins + 1]?.atMs;
  if (untilMs !== null) return endedAtMs === untilMs;
  return endedAtMs === undefined || !ticks.some((tick) => tick.symbol === symbol && tick.atMs > endedAtMs);
}

/** An entry of another form says nothing, and hides no other. */
function readBody<Body>(text: string): Partial<Body> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Body>;
  } catch {
    return {};
  }
}

/** A run that is cut where the public record names no pause, and the proof no incident: what lay in between is withheld. */
async function withoutPause(cut: readonly LastTickRun[], entries: readonly RecordEntry[]): Promise<LastTickRun | undefined> {
  const { readPauses } = await judging();
  return cut.find((run) => !explainsCut(run, readPauses(entries, run.ticks[0]?.symbol ?? '')));
}

/**
 * The proof's own statements of witnesses, or those that are shown now where it has none, and what was found of each: signatures are
 * checked here, under the keys that were published first. 'absent': the record names nobody to be asked. 'pending': no witness signed a
 * root of the hours after the proof yet, or the exchange did not answer; a day later that has failed, where the record names
 * witnesses. A fork that the exchange admits is shown whatever the proof has.
 */
async function witnessedCheck(
  { anchors, witnessed }: ProvenLog,
  record: PublicRecord,
  { api, clock, evidence }: Deps,
): Promise<Check> {
  const last = anchors.at(-1);
  const pending: Check = { name: 'witnessed', state: 'pending', stated: '-', computed: '-' };
  if (last === undefined) return pending;
  const asked = { fromMs: last.minuteMs, toMs: last.minuteMs + witnessedWithinMs };
  const now = await api.call('witnessed', asked, { toastErrors: false }).catch(() => undefined);
  const [fork] = now?.forks ?? [];
  if (fork !== undefined)
    return { name: 'witnessed', state: 'failed', stated: last.root, computed: `${fork.witness} ${fork.message}` };
  const own = witnessed !== undefined && witnessed.statements.length > 0 ? witnessed : await shownSince(last, now?.roots, api);
  const { keptRecord, publishedKeys, readWitnessKeys, verifyEd25519, witnessesAt } = await judging();
  const entries = await record.catch(() => keptRecord({ evidence }));
  if (own === undefined) {
    const asksNow = now !== undefined && now.witnesses.length > 0;
    const named = witnessesAt(entries, last.minuteMs);
    const isOverdue = now !== undefined && clock.now() > last.minuteMs + sealWaitMs;
    if (named.length > 0) return { ...pending, state: isOverdue ? 'failed' : 'pending', stated: named.join(' ') };
    return { ...pending, state: witnessed === undefined && now !== undefined && !asksNow ? 'absent' : 'pending' };
  }
  return witnessCheck(
    { anchors, ...own },
    {
      verify: verifyEd25519,
      exchange: (await publishedKeys(entries))[0]?.publicKey,
      keys: readWitnessKeys(entries),
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
