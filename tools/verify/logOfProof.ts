/** The checks that every proof has: its run of ticks, the roots over it, the day's seed, and what others kept or signed. */
import { roundOfDay, roundState } from './beacon';
import { bodyOf, isReadable } from './bodyOf';
import { sha256, unhex, zeros } from './bytes';
import { check, compared, none, type Check } from './Check';
import { keptCheck, type ShownOrder } from './kept';
import type { Known } from './Known';
import { brokenEntry, brokenRoot, brokenTick } from './log';
import type { Day, DealProof, Entry, Incident, LogOfProof, NamedTick, Receipt, Root, Terms, Tick } from './shapes';
import { isSignedByExchange, keysOf, signedText } from './signatures';
import { canonicalText } from './canonicalText';
import { ascii } from './bytes';
import { compare, exact } from './Exact';
import { witnessedCheck } from './witness';

export const tickText = (tick: NamedTick | null | undefined): string =>
  tick == null ? none : `#${tick.seq} ${tick.atMs} ${tick.price}`;

/** Gapless, ascending, of one symbol; `isWhole` says whether it is long enough. */
export function runCheck(symbol: string, ticks: readonly Tick[], isWhole: boolean): Check {
  const broken = ticks.find((tick, index) => {
    const before = ticks[index - 1];
    return tick.symbol !== symbol || (before !== undefined && (tick.seq !== before.seq + 1 || tick.atMs <= before.atMs));
  });
  const text = `${tickText(ticks[0])} .. ${tickText(ticks.at(-1))}`;
  return check('run', broken === undefined && isWhole ? 'ok' : 'failed', symbol, broken === undefined ? text : tickText(broken));
}

export const reachesBefore = ([first]: readonly Tick[], atMs: number): boolean =>
  first === undefined || first.atMs <= atMs || first.seq === 1;

export const isLive = ({ isFilled }: Tick): boolean => isFilled !== true;
export const meets = (incidents: readonly Incident[], { symbol, atMs }: Tick): boolean =>
  incidents.some((one) => one.symbol === symbol && one.fromMs <= atMs && one.toMs >= atMs);

export function logChecks(
  proof: LogOfProof & Pick<DealProof, 'conversions'>,
  {
    symbol,
    decidingSeq,
    incidents,
    of,
  }: { symbol: string; decidingSeq: number | undefined; incidents: readonly Incident[]; of?: ShownOrder },
  known: Known,
): Check[] {
  const { ticks, anchors, feedDay, conversions: runs = [] } = proof;
  const broken = brokenTick(ticks, undefined, keysOf(known.entries)[0]?.fromMs);
  return [
    check(
      'chain',
      broken === undefined ? 'ok' : 'failed',
      ticks.at(-1)?.hash,
      broken === undefined ? ticks.at(-1)?.hash : tickText(broken),
    ),
    anchorRoots(anchors),
    rootSigned(anchors, known),
    anchored(proof, symbol, decidingSeq),
    feedSeed(feedDay, known),
    recordCheck(anchors, known),
    incidentCheck(incidents, known),
    keptCheck(
      {
        ticks: [...ticks, ...runs.flatMap((run) => run.ticks)],
        anchors: [...anchors, ...runs.flatMap((run) => run.anchor ?? [])],
      },
      of,
      known,
    ),
    witnessedCheck(anchors, proof.witnessed, known),
  ];
}

export function anchorRoots(anchors: readonly Root[]): Check {
  if (anchors.length === 0) return check('anchorRoots', 'pending');
  const broken = brokenRoot(anchors);
  const last = anchors.at(-1)?.root ?? none;
  return check(
    'anchorRoots',
    broken === undefined ? 'ok' : 'failed',
    broken?.root ?? last,
    broken === undefined ? last : String(broken.minuteMs),
  );
}

/** Roots of format 2 are signed; after the first of them, and after the record's first key, there is no other. */
export function rootSigned(anchors: readonly Root[], { entries }: Pick<Known, 'entries'>): Check {
  const keys = keysOf(entries);
  const sinceMs = keys[0]?.fromMs ?? Infinity;
  const first = anchors.findIndex(
    ({ minuteMs, logs, signed }) => logs !== undefined || signed !== undefined || minuteMs > sinceMs,
  );
  if (first < 0) return check('rootSigned', anchors.length === 0 ? 'pending' : 'absent');
  const answers = anchors
    .slice(first)
    .map(({ minuteMs, root, logs, signed }) =>
      signed === undefined || logs === undefined
        ? false
        : isSignedByExchange(keys, { ...signed, atMs: minuteMs }, signedText('root', { minuteMs, root })),
    );
  const state = answers.includes(false) ? 'failed' : answers.includes(undefined) ? 'partial' : 'ok';
  return check('rootSigned', state, anchors.at(-1)?.signed?.keyId, keys.map(({ keyId }) => keyId).join(' ') || none);
}

/** A head that lies in the run is the run's own tick; one at or after the deciding tick covers the result. */
function anchored({ ticks, anchors }: LogOfProof, symbol: string, decidingSeq: number | undefined): Check {
  const hashes = new Map(ticks.map(({ seq, hash }) => [seq, hash]));
  const heads = anchors.flatMap(({ heads: all }) => all[symbol] ?? []).filter(({ seq }) => hashes.has(seq));
  const wrong = heads.find(({ seq, hash }) => hashes.get(seq) !== hash);
  if (wrong !== undefined) return check('anchored', 'failed', `#${wrong.seq} ${wrong.hash}`, hashes.get(wrong.seq));
  if (decidingSeq === undefined) return check('anchored', 'absent');
  const covering = heads.find(({ seq }) => seq >= decidingSeq);
  return check(
    'anchored',
    covering === undefined ? 'pending' : 'ok',
    covering === undefined ? none : `#${covering.seq}`,
    `#${decidingSeq}`,
  );
}

interface OfDay {
  readonly day: string;
  readonly source: string;
  readonly attempt?: number;
}
interface Committed extends OfDay {
  readonly seedHash: string;
  readonly beaconHash?: string | null;
  readonly beacon?: { readonly kind: string; readonly chain: string | null };
  readonly parametersHash?: string;
}
interface Begun extends OfDay, NonNullable<Day['beacon']> {
  readonly seedHash: string;
  readonly fromMs: number;
  readonly opening: Day['opening'];
}

/** The entry of one kind that the public record has of the day. */
export const entryOf = (
  day: Pick<Day, 'day' | 'source' | 'attempt'>,
  kind: string,
  entries: readonly Entry[],
): Entry | undefined =>
  entries.find((entry) => {
    if (entry.kind !== kind) return false;
    const one = bodyOf<OfDay>(entry);
    return one.day === day.day && one.source === day.source && (one.attempt ?? 1) === (day.attempt ?? 1);
  });
const saidOf = <Said extends OfDay>(day: Day, kind: string, entries: readonly Entry[]): Said | undefined => {
  const entry = entryOf(day, kind, entries);
  return entry && (bodyOf<Said>(entry) as Said);
};

/** What the day shows of itself beside what was published of it before: [shown, published] of the first that differs. */
function changedSince(day: Day, entries: readonly Entry[]): readonly [string, string] | undefined {
  const { seedHash, beaconHash, beacon, drawnFromMs, opening, parameters } = day;
  const committed = saidOf<Committed>(day, 'seed_committed', entries);
  const begun = saidOf<Begun>(day, 'beacon', entries);
  const pairs: (readonly [string, unknown, unknown])[] = [];
  if (committed !== undefined) {
    pairs.push(['seed', seedHash, committed.seedHash], ['beacon hash', beaconHash ?? null, committed.beaconHash ?? null]);
    if (parameters !== undefined && committed.parametersHash !== undefined)
      pairs.push(['parameters', sha256(ascii(canonicalText(parameters))), committed.parametersHash]);
    // The network that was announced, or the exchange's own value where it did not answer.
    if (beacon != null && committed.beacon !== undefined && beacon.isFallback !== true)
      pairs.push(['beacon', [beacon.kind, beacon.chain ?? null], [committed.beacon.kind, committed.beacon.chain]]);
  }
  if (beacon != null && begun !== undefined) {
    const valueOf = ({ kind, chain = null, round = null, signature, value }: NonNullable<Day['beacon']>): unknown[] => [
      kind,
      chain,
      round,
      signature,
      value,
    ];
    pairs.push(['beacon', valueOf(beacon), valueOf(begun)], ['opening', opening, begun.opening]);
    pairs.push(['beginning', drawnFromMs ?? begun.fromMs, begun.fromMs]);
  }
  const changed = pairs.find(([, shown, published]) => canonicalText(shown) !== canonicalText(published));
  return changed && [`${changed[0]} ${canonicalText(changed[1])}`, `${changed[0]} ${canonicalText(changed[2])}`];
}

/** The seed and the beacon have the hashes that were published before, here and in the public record; so have the day's parameters. */
export function feedSeed(day: Day | null, { entries }: Pick<Known, 'entries'>): Check {
  if (day?.seedHash == null) return check('feedSeed', 'absent');
  const { seedHash, seed, beacon, beaconHash, lostAtMs } = day;
  const changed = changedSince(day, entries);
  if (changed !== undefined) return check('feedSeed', 'failed', ...changed);
  if (lostAtMs != null) return check('feedSeed', 'absent', seedHash);
  const isNetwork = beacon?.kind === 'drand';
  if (beacon != null && !isNetwork) {
    const computed = sha256(unhex(beacon.value));
    if (beaconHash !== computed) return check('feedSeed', 'failed', beaconHash ?? none, computed);
  }
  const round = isNetwork ? roundState(beacon) : 'right';
  const committedAtMs = entryOf(day, 'seed_committed', entries)?.atMs;
  const due = !isNetwork || committedAtMs === undefined ? undefined : roundOfDay(beacon.chain, day.day, committedAtMs);
  if (round === 'wrong' || (due !== undefined && due !== beacon?.round))
    return check(
      'feedSeed',
      'failed',
      `round ${beacon?.round ?? none} ${beacon?.value ?? none}`,
      `round ${due ?? none}: ${round}`,
    );
  if (seed === null) return check('feedSeed', 'pending', seedHash);
  if ((day.version ?? 1) > 1 && beacon == null) return check('feedSeed', 'failed', seedHash);
  const result = compared('feedSeed', seedHash, sha256(/^([0-9a-f]{2})+$/.test(seed) ? unhex(seed) : ascii(seed)));
  if (result.state !== 'ok') return result;
  // With its own value alone the exchange could draw again until it liked the day's course.
  const saidAtMs = committedAtMs ?? day.committedAtMs ?? 0;
  if (!isNetwork && saidAtMs > Date.parse(`${day.day}T00:00:00Z`))
    return check('feedSeed', 'partial', seedHash, `committed to within the day, at ${saidAtMs}, with the exchange's own beacon`);
  return round === 'unknown' ? { ...result, state: 'partial' } : result;
}

/** The entries follow from one another, and are those that the roots cover. */
export function recordCheck(anchors: readonly Root[], { entries, told }: Known): Check {
  const other = otherEntry(entries, told);
  if (other !== undefined) return check('record', 'failed', `#${other.seq} ${other.hash} of a file`, 'not shown');
  const covered = anchors.flatMap(({ logs }) => logs?.record ?? []);
  if (entries.length === 0 || covered.length === 0) return check('record', 'absent');
  const broken = brokenChain(entries);
  if (broken !== undefined) return check('record', 'failed', `#${broken.seq} ${broken.hash}`);
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const wrong = covered.find(({ seq, hash }) => (bySeq.get(seq)?.hash ?? hash) !== hash);
  if (wrong !== undefined) return check('record', 'failed', `#${wrong.seq} ${wrong.hash}`, bySeq.get(wrong.seq)?.hash);
  const newest = covered.at(-1);
  const isWhole = newest !== undefined && (newest.seq === 0 || bySeq.has(newest.seq));
  return check('record', isWhole ? 'ok' : 'partial', `#${newest?.seq ?? 0}`, `#${entries.at(-1)?.seq ?? 0}`);
}

/** An entry that a file tells, and the exchange does not show. */
export function otherEntry(shown: readonly Entry[], told: readonly Entry[]): Entry | undefined {
  const hashes = new Map(shown.map(({ seq, hash }) => [seq, hash]));
  return told.find(({ seq, hash }) => hashes.get(seq) !== hash);
}

/** An entry whose body is no object is broken. Two entries of one number are a fork; entries that are not neighbours are not held against each other. */
export function brokenChain(entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry, index) => {
    const before = entries[index - 1];
    if (before?.seq === entry.seq || !isReadable(entry)) return true;
    if (entry.seq !== 1 && before?.seq !== entry.seq - 1 && entry.previousHash === undefined) return false;
    const previous = entry.seq === 1 ? zeros : before?.seq === entry.seq - 1 ? before.hash : (entry.previousHash ?? zeros);
    return brokenEntry([entry], previous) !== undefined || (before !== undefined && entry.atMs < before.atMs);
  });
}

/** What is said to be an incident is one of the public record. */
function incidentCheck(incidents: readonly Incident[], { entries }: Known): Check {
  if (incidents.length === 0) return check('incident', 'absent');
  const published = entries.filter(({ kind }) => kind === 'incident').map((entry) => bodyOf<Incident>(entry));
  const isKnown = (one: Incident): boolean =>
    published.some(({ symbol, fromMs, toMs }) => symbol === one.symbol && fromMs === one.fromMs && toMs === one.toMs);
  const text = incidents.map(({ symbol, fromMs, toMs }) => `${symbol} ${fromMs}..${toMs}`).join(', ');
  if (entries.length === 0) return check('incident', 'partial', text);
  return check('incident', incidents.every(isKnown) ? 'ok' : 'failed', text, `${published.length} published`);
}

interface Receipted {
  readonly product: string;
  readonly order: {
    readonly id: string;
    readonly clientOrderId: string;
    readonly symbol: string;
    readonly acceptedAtMs: number;
    readonly receipt?: Receipt;
  };
  readonly terms: Terms;
  readonly headSeq: number | undefined;
  readonly decidingSeq: number | undefined;
  readonly ticks: readonly Tick[];
}

/** The acceptance that was signed is the one that the proof tells, and what decided came after it. */
export function receiptCheck({ product, order, terms, headSeq, decidingSeq, ticks }: Receipted, { entries }: Known): Check {
  const { receipt, id, clientOrderId, symbol, acceptedAtMs } = order;
  const keys = keysOf(entries);
  const told = `${product} ${id} ${acceptedAtMs}`;
  if (receipt === undefined) {
    const isOwed = keys[0] !== undefined && acceptedAtMs >= keys[0].fromMs;
    return check('receipt', isOwed ? 'failed' : 'absent', told, 'no receipt');
  }
  const { body, signature } = receipt;
  const says = {
    product: body.product,
    request: body.request,
    order: body.order,
    key: body.key,
    symbol: body.symbol,
    atMs: body.acceptedAtMs,
  };
  const asked = { product, request: 'order', order: id, key: clientOrderId, symbol, atMs: acceptedAtMs };
  const head = ticks.find(({ seq }) => seq === body.headSeq);
  const signed = isSignedByExchange(keys, { keyId: body.keyId, atMs: body.acceptedAtMs, signature }, signedText('receipt', body));
  const fault = [
    ['another order', canonicalText(says) !== canonicalText(asked)],
    ['terms hash', sha256(ascii(canonicalText(receipt.terms))) !== body.termsHash],
    ['terms', Object.entries(terms).some(([name, value]) => !isSameTerm(receipt.terms[name], value))],
    ['head', (headSeq ?? body.headSeq) !== body.headSeq || (head !== undefined && head.hash !== body.headHash)],
    ['decided before it', decidingSeq !== undefined && decidingSeq <= body.headSeq],
    ['signature', signed === false],
  ].find(([, isWrong]) => isWrong);
  const state = fault !== undefined ? 'failed' : signed === undefined ? 'partial' : 'ok';
  return check(
    'receipt',
    state,
    told,
    `${fault === undefined ? '' : `${String(fault[0])}: `}${body.order} ${body.acceptedAtMs} #${body.headSeq} ${body.keyId}`,
  );
}

const isFigure = (value: unknown): value is string => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
/** Figures are compared by their value. */
export const isSameTerm = (a: Terms[string] | undefined, b: Terms[string] | undefined): boolean =>
  a === b || (isFigure(a) && isFigure(b) && compare(exact(a), exact(b)) === 0);
