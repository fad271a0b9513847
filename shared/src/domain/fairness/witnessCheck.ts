/**
 * The check `witnessed` of every proof: the roots from the proof's last one on follow from one another up to the ones that witnesses
 * signed, and what was signed is about those roots. What a witness said comes from the exchange; its signature does not.
 */
import type { TickAnchor } from '../contract/market';
import { toHex } from './bytes';
import { none, type ProofCheck } from './logChecks';
import { sha256 } from './sha256';
import { signedBytes, type VerifySignature } from './signedText';
import { minuteRoot } from './tickHash';
import { readTimeStamp } from './timeStamp';
import type { WitnessKey } from './witnessKeys';

export interface WitnessStatement {
  readonly witness: string;
  readonly kind: 'countersigner' | 'timestamp';
  readonly minuteMs: number;
  readonly root: string;
  readonly atMs: number;
  readonly statement: string;
}

/**
 * What was found of one statement. `signed`: its signature holds under the first key that is known of this witness. `changedKey`: under
 * a later one. `strayKey`: under one that was never published for it, though the record names keys of witnesses. `unknownKey`: the record
 * names no key at all, or the exchange's own name is not known. `stamped`: the time stamp
 * is over this root; who signed it was not looked at. `wrong`: it is not about this root, or its signature does not hold.
 */
export type WitnessFinding = 'signed' | 'changedKey' | 'strayKey' | 'unknownKey' | 'stamped' | 'wrong';

export interface WitnessCheck extends ProofCheck<'witnessed'> {
  readonly findings: readonly { readonly finding: WitnessFinding; readonly witness: string; readonly atMs: number }[];
}

export interface WitnessesToCheck {
  /** The proof's own. */
  readonly anchors: readonly TickAnchor[];
  /** The roots after the proof's last one, up to the last one that a statement is about. */
  readonly roots: readonly TickAnchor[];
  readonly statements: readonly WitnessStatement[];
}

export interface WitnessDeps {
  readonly verify: VerifySignature;
  /** The first public key of the exchange: its name with witnesses. */
  readonly exchange: string | undefined;
  readonly keys: readonly WitnessKey[];
}

/** 'pending': no statement is there yet. */
export async function witnessCheck({ anchors, roots, statements }: WitnessesToCheck, deps: WitnessDeps): Promise<WitnessCheck> {
  const last = anchors.at(-1);
  const about = last === undefined ? [] : statements.filter(({ minuteMs }) => minuteMs >= last.minuteMs);
  if (last === undefined || about.length === 0)
    return { name: 'witnessed', state: 'pending', stated: none, computed: none, findings: [] };
  const computed = rootsFrom(last, roots);
  const findings = [];
  for (const statement of about) {
    const isRoot = computed.get(statement.minuteMs) === statement.root;
    findings.push({ statement, finding: isRoot ? await findingOf(statement, deps) : ('wrong' as const) });
  }
  const wrong = findings.find(({ finding }) => finding === 'wrong' || finding === 'strayKey');
  const shown = (wrong ?? findings[0])?.statement;
  return {
    name: 'witnessed',
    state: wrong !== undefined ? 'failed' : findings.some(({ finding }) => finding === 'signed') ? 'ok' : 'partial',
    stated: `${shown?.minuteMs ?? none} ${computed.get(shown?.minuteMs ?? 0) ?? none}`,
    computed: `${shown?.witness ?? none} ${shown?.root ?? none}`,
    findings: findings.map(({ finding, statement: { witness, atMs } }) => ({ finding, witness, atMs })),
  };
}

/** Of each minute the root that follows from the proof's last one; none beyond a break. */
function rootsFrom(last: TickAnchor, roots: readonly TickAnchor[]): ReadonlyMap<number, string> {
  const computed = new Map<number, string>();
  let previous = last.previousRoot;
  let before = -Infinity;
  for (const { minuteMs, heads, logs } of [last, ...roots.filter((root) => root.minuteMs > last.minuteMs)]) {
    if (minuteMs <= before) break;
    previous = minuteRoot(previous, minuteMs, heads, sha256, logs);
    computed.set(minuteMs, previous);
    before = minuteMs;
  }
  return computed;
}

async function findingOf(said: WitnessStatement, { verify, exchange, keys }: WitnessDeps): Promise<WitnessFinding> {
  const { kind, witness, minuteMs, root, atMs, statement } = said;
  if (kind === 'timestamp') {
    const stamp = readTimeStamp(statement);
    const imprint = toHex(sha256(signedBytes('root', { minuteMs, root })));
    return stamp?.imprint === imprint && stamp.atMs === atMs ? 'stamped' : 'wrong';
  }
  const { publicKey, signature } = readCountersignature(statement);
  if (exchange === undefined) return 'unknownKey';
  if (!(await verify(publicKey, signedBytes('witness', { exchange, minuteMs, root, atMs }), signature))) return 'wrong';
  const key = keys.find((one) => one.url === witness && one.publicKey === publicKey);
  if (key === undefined) return keys.length === 0 ? 'unknownKey' : 'strayKey';
  return key.isChanged ? 'changedKey' : 'signed';
}

function readCountersignature(statement: string): { readonly publicKey: string; readonly signature: string } {
  try {
    const { publicKey, signature } = JSON.parse(statement) as { readonly publicKey?: unknown; readonly signature?: unknown };
    return { publicKey: String(publicKey), signature: String(signature) };
  } catch {
    return { publicKey: '', signature: '' };
  }
}
