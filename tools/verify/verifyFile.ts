/** What a file is, and everything that can be checked of it. */
import { checkAccount, type AccountFile } from './account';
import { beaconCheck } from './beacon';
import { check, type Check } from './Check';
import { checkFlash, symbolOfFlash } from './flash';
import { checkDeal } from './leverage';
import { checkLoan, leftOutOfLoan, symbolsOfLoan } from './loan';
import { checkLiability, type LiabilityFile } from './liability';
import { joined, nothingKnown, type Known } from './Known';
import { checkDay, type DayFile } from './day';
import { contradicts } from './kept';
import { brokenChain, otherEntry } from './logOfProof';
import { checkProject } from './project';
import { checkSeconds } from './seconds';
import { dayMs, dayOfPauses, pausesText } from './pauses';
import { isSignedByExchange, keysOf, signedText } from './signatures';
import type {
  DealProof,
  Entry,
  FlashProof,
  LoanProof,
  ProjectOfPerson,
  Receipt,
  Root,
  SecondsProof,
  SpotProof,
  Witnessed,
} from './shapes';
import { checkSpot } from './spot';
import type { TermsText } from './terms';
import { stateOf } from './witness';

export interface Verdict {
  /** What was checked. */
  readonly of: string;
  readonly checks: readonly Check[];
}

/** As the app saves it: what a device kept. */
export interface EvidenceFile {
  readonly format: 'tessera-evidence-1';
  readonly roots: readonly Pick<Root, 'minuteMs' | 'root' | 'signed'>[];
  readonly heads: readonly { readonly symbol: string; readonly seq: number; readonly hash: string }[];
  readonly entries: readonly Entry[];
  readonly receipts: readonly { readonly receipt: Receipt }[];
  readonly differences: readonly { readonly kind: string; readonly of: string; readonly kept: string; readonly shown: string }[];
}

const has = <Name extends string>(value: unknown, ...names: readonly Name[]): value is Readonly<Record<Name, unknown>> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

/** What proofs of loans in a file leave out of the log. */
export function leftOutOf(content: unknown): ReturnType<typeof leftOutOfLoan> {
  if (Array.isArray(content)) return content.flatMap(leftOutOf);
  if (isAccount(content)) return content.orders.flatMap(({ proofs }) => leftOutOf(proofs));
  return has(content, 'loanId', 'decision') ? leftOutOfLoan(content as unknown as LoanProof) : [];
}

/** Throws an Error when it is nothing that is known here. */
export function verifyFile(content: unknown, besides: Known = nothingKnown): Verdict[] {
  if (Array.isArray(content)) return content.flatMap((one) => verifyFile(one, besides));
  const known = knownIn(content, besides);
  if (isAccount(content)) {
    const { orders, evidence } = content;
    // Each decision about a loan beside what was agreed to.
    const proofsOf = ({ product, order, proofs }: (typeof orders)[number]) =>
      product === 'loan' ? proofs.map((proof) => ({ ...(proof as LoanProof), loan: order })) : proofs;
    const proven = orders.flatMap((one) => verifyFile(proofsOf(one), known));
    return [...checkAccount(content, known), ...proven, ...(evidence == null ? [] : verifyFile(evidence, known))];
  }
  if (isLiability(content)) return [{ of: `liabilities of ${content.proof.day}`, checks: checkLiability(content, known) }];
  const parts = [
    ...(has(content, 'proof') ? [content.proof] : []),
    ...(has(content, 'proofs') && Array.isArray(content.proofs) ? (content.proofs as unknown[]) : []),
  ];
  const verdicts = parts.flatMap((part) => verifyFile(part, known));
  if (has(content, 'evidence')) verdicts.push(...verifyFile(content.evidence, known));
  if (isEvidence(content)) return [{ of: 'evidence', checks: checkEvidence(content, known) }];
  if (has(content, 'loanId', 'decision')) {
    const proof = content as unknown as LoanProof;
    const { id, kind, atMs } = proof.decision;
    return [
      {
        of: `${kind} ${id} of loan ${proof.loanId}`,
        checks: [
          ...sealDue(checkLoan(proof, known), atMs, known),
          ...symbolsOfLoan(proof).map((symbol) => pausesCheck(symbol, atMs, atMs, known)),
        ],
      },
    ];
  }
  if (has(content, 'project') && has(content.project, 'joined', 'result')) {
    const project = content.project as unknown as ProjectOfPerson;
    return [{ of: `project ${project.id}`, checks: [entriesCheck(known), ...checkProject(project, known)] }];
  }
  if (has(content, 'order', 'deal')) {
    const proof = content as unknown as DealProof;
    return [
      {
        of: `deal ${proof.deal.id} of position ${proof.order.id}`,
        checks: [
          ...sealDue(checkDeal(proof, known), proof.deal.tickAtMs, known),
          pausesCheck(proof.deal.symbol, proof.deal.tickAtMs, proof.deal.tickAtMs, known),
        ],
      },
    ];
  }
  if (has(content, 'order', 'fillId')) {
    const proof = content as unknown as SpotProof;
    return [
      {
        of: `fill ${proof.fillId} of spot order ${proof.order.id}`,
        checks: [
          ...sealDue(checkSpot(proof, known), fillAtMs(proof), known),
          pausesCheck(proof.order.symbol, fillAtMs(proof), fillAtMs(proof), known),
        ],
      },
    ];
  }
  if (has(content, 'order', 'assetScales', 'ticks') && has(content.order, 'quoteId')) {
    const proof = content as unknown as FlashProof;
    const { order } = proof;
    return [
      {
        of: `exchange ${order.id}`,
        checks: [
          ...sealDue(checkFlash(proof, known), order.quotedAtMs, known),
          pausesCheck(symbolOfFlash(order), order.quotedAtMs, order.quotedAtMs, known),
        ],
      },
    ];
  }
  if (has(content, 'order', 'rule')) {
    const proof = content as unknown as SecondsProof;
    return [
      {
        of: `seconds contract ${proof.order.id}`,
        checks: [
          ...sealDue(checkSeconds(proof, known), proof.order.expiresAtMs, known),
          pausesCheck(proof.order.symbol, proof.order.acceptedAtMs, proof.order.expiresAtMs, known),
        ],
      },
    ];
  }
  if (has(content, 'feedDay', 'symbol', 'ticks')) {
    const day = content as unknown as DayFile;
    return [{ of: `${day.symbol} on ${day.feedDay?.day ?? day.day ?? 'a day'}`, checks: checkDay(day, known) }];
  }
  if (has(content, 'entries') && parts.length === 0)
    return [{ of: 'public record', checks: [entriesCheck(known), beaconCheck(known.entries)] }];
  if (verdicts.length === 0) throw new Error('this is no proof, no project, no day, no evidence and no account');
  return verdicts;
}

const fillAtMs = ({ order, fillId }: SpotProof): number =>
  order.fills.find(({ id }) => id === fillId)?.atMs ?? order.acceptedAtMs;

/** The pauses of the decision's day, counted. 'partial': prices of this market alone paused there; whether they were withheld, nothing here shows. */
function pausesCheck(symbol: string, fromMs: number, toMs: number, { entries }: Known): Check {
  const pauses = dayOfPauses(toMs - (toMs % dayMs), symbol, entries);
  if (pauses === undefined) return check('pauses', 'absent');
  const isThere = pauses.alone.some((one) => one.fromMs <= toMs && one.toMs >= fromMs);
  return check('pauses', isThere ? 'partial' : 'ok', symbol, pausesText(pauses));
}

/** A root comes each minute: what waits for one a day after the decision waits in vain. The next tick of a closed market takes longer. */
const waitsMs: Readonly<Record<string, number>> = {
  ...{ anchorRoots: dayMs, rootSigned: dayMs, anchored: dayMs, newest: dayMs },
  ...{ run: 7 * dayMs, setOff: 7 * dayMs, tick: 7 * dayMs, account: 7 * dayMs, divisor: 7 * dayMs, nights: 7 * dayMs },
};
const sealDue = (checks: readonly Check[], decidedAtMs: number, { nowMs = 0 }: Known): readonly Check[] =>
  checks.map((one) =>
    one.state === 'pending' && nowMs > decidedAtMs + (waitsMs[one.name] ?? Infinity) ? { ...one, state: 'failed' } : one,
  );

/** What stands in a file beside its proofs, added to what is known. */
export function knownIn(content: unknown, besides: Known): Known {
  if (typeof content !== 'object' || content === null) return besides;
  const of = content as Readonly<Record<'entries' | 'terms' | 'witnessed', unknown>> & {
    readonly evidence?: EvidenceFile | null;
  };
  const { evidence } = of;
  // A proof has members of these names as well, of another form.
  const listOf = <One>(value: unknown): readonly One[] => (Array.isArray(value) ? (value as One[]) : []);
  const entries = listOf<Entry>(of.entries);
  const [terms, witnessed] = [listOf<TermsText>(of.terms), listOf<Witnessed>(of.witnessed)];
  const from = (file: EvidenceFile): Partial<Known> => ({
    roots: file.roots,
    heads: file.heads,
    entries: file.entries,
    receipts: file.receipts.map(({ receipt }) => receipt),
  });
  const own = isEvidence(content) ? joined(besides, from(content)) : joined(besides, { entries, terms, witnessed });
  return evidence == null ? own : joined(own, from(evidence));
}

const isAccount = (content: unknown): content is AccountFile & { readonly evidence?: EvidenceFile | null } =>
  has(content, 'format') && content.format === 'tessera-account-1';

const isLiability = (content: unknown): content is LiabilityFile =>
  has(content, 'format') && content.format === 'tessera-liability-1';

const isEvidence = (content: unknown): content is EvidenceFile =>
  has(content, 'format') && content.format === 'tessera-evidence-1';

export function entriesCheck({ entries, told }: Known): Check {
  const broken = brokenChain(entries) ?? otherEntry(entries, told);
  return check(
    'record',
    broken === undefined ? 'ok' : 'failed',
    `${entries.length} entries`,
    broken && `#${broken.seq} ${broken.hash}`,
  );
}

/** Evidence in itself: its entries follow, its signatures hold, no two roots of a minute, and no difference was found. */
function checkEvidence({ roots, receipts, differences }: EvidenceFile, known: Known): Check[] {
  const keys = keysOf(known.entries);
  const exchange = keys[0]?.publicKey;
  const rootSigned = roots.map(({ minuteMs, root, signed }) =>
    signed == null ? undefined : isSignedByExchange(keys, { ...signed, atMs: minuteMs }, signedText('root', { minuteMs, root })),
  );
  const receiptSigned = receipts.map(({ receipt: { body, signature } }) =>
    isSignedByExchange(keys, { keyId: body.keyId, atMs: body.acceptedAtMs, signature }, signedText('receipt', body)),
  );
  const signed = (name: string, answers: readonly (boolean | undefined)[]): Check =>
    check(
      name,
      answers.length === 0 ? 'absent' : answers.includes(false) ? 'failed' : answers.includes(undefined) ? 'partial' : 'ok',
      `${answers.length}`,
    );
  const byMinute = new Map<number, EvidenceFile['roots'][number]>();
  const fork = known.roots.find((one) => {
    const before = byMinute.get(one.minuteMs);
    if (before === undefined) byMinute.set(one.minuteMs, one);
    return before !== undefined && contradicts(one, before, keys);
  });
  const seen = known.witnessed.filter(({ minuteMs }) => byMinute.has(minuteMs));
  const isWitnessedOtherwise = seen.some(
    (one) => byMinute.get(one.minuteMs)?.root !== one.root || stateOf(one, exchange, known.witnessKeys) === 'failed',
  );
  const [difference] = differences;
  return [
    entriesCheck(known),
    beaconCheck(known.entries),
    signed('rootSigned', rootSigned),
    signed('receipt', receiptSigned),
    check('kept', fork === undefined ? 'ok' : 'failed', `${byMinute.size} minutes`, fork && `another root of ${fork.minuteMs}`),
    check('witnessed', seen.length === 0 ? 'absent' : isWitnessedOtherwise ? 'failed' : 'ok', `${seen.length} roots`),
    check(
      'differences',
      difference === undefined ? 'ok' : 'failed',
      `${differences.length} found by the device`,
      difference && `${difference.kind} ${difference.of}: kept ${difference.kept}, shown ${difference.shown || 'nothing'}`,
    ),
  ];
}
