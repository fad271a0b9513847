/** One person's part of what the exchange owes on a day, as the app saves it: his leaves, their way up to the root, and where that was published. */
import { bodyOf } from './bodyOf';
import { sha256, shortText, uint, unhex } from './bytes';
import { check, compared, none, type Check } from './Check';
import { compare, exact, plus, textOf, zero } from './Exact';
import { keptCheck } from './kept';
import type { Known } from './Known';
import { anchorRoots, recordCheck, rootSigned } from './logOfProof';
import type { Root } from './shapes';
import { witnessedCheck } from './witness';

type Amounts = Readonly<Record<string, string>>;
export interface Node {
  readonly hash: string;
  readonly persons: number;
  readonly amounts: Amounts;
}
export interface Leaf {
  readonly part: number;
  readonly salt: string;
  readonly place: number;
  readonly amounts: Amounts;
  readonly path: readonly Node[];
}
interface StatementRecord {
  readonly account: string;
  readonly asset: string;
  readonly version: number;
  readonly balanceAfter: string;
  readonly atMs: number;
}
export interface LiabilityFile {
  readonly format: 'tessera-liability-1';
  /** Who was signed in. */
  readonly user: string;
  readonly proof: {
    readonly day: string;
    readonly user: string;
    readonly takenAtMs: number;
    readonly accounts: readonly {
      readonly kind: string;
      readonly asset: string;
      readonly version: number;
      readonly balance: string;
    }[];
    readonly leaves: readonly Leaf[];
  };
  /** Records of the person's accounts, as the app was shown them. */
  readonly statement: readonly StatementRecord[];
  readonly anchors: readonly Root[];
}
interface Published {
  readonly day: string;
  readonly takenAtMs: number;
  readonly persons: number;
  readonly height: number;
  readonly root: string;
  readonly sums: Amounts;
}

/** Amounts are above zero, and written in the one plain way. */
function amountsBytes(amounts: Amounts): Buffer {
  const assets = Object.entries(amounts).sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = assets.flatMap(([asset, amount]) => {
    const value = exact(amount);
    if (compare(value, zero) <= 0 || textOf(value) !== amount)
      throw new Error(`${asset}: ${amount} is no amount of a leaf or node`);
    return [shortText(asset), shortText(amount)];
  });
  return Buffer.concat([uint(assets.length, 4), ...texts]);
}

export function leafHash(day: string, user: string, { part, salt, amounts }: Pick<Leaf, 'part' | 'salt' | 'amounts'>): string {
  if (part !== 1 && part !== 2) throw new Error(`a leaf is part 1 or 2, not ${part}`);
  return sha256(
    ...[shortText('tessera liability leaf 1'), hash32(salt), shortText(day), shortText(user)],
    ...[uint(part, 1), amountsBytes(amounts)],
  );
}

export const nodeHash = (left: Node, right: Node): string =>
  sha256(shortText('tessera liability node 1'), nodeBytes(left), nodeBytes(right));
export const noneHash = (): string => sha256(shortText('tessera liability none 1'));

const nodeBytes = ({ hash, persons, amounts }: Node): Buffer =>
  Buffer.concat([hash32(hash), uint(persons, 8), amountsBytes(amounts)]);
function hash32(hex: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error(`${hex} is no hash`);
  return unhex(hex);
}

function sumOf(all: readonly Amounts[]): Amounts {
  const sums: Record<string, string> = {};
  for (const [asset, amount] of all.flatMap((one) => Object.entries(one)))
    sums[asset] = textOf(plus(exact(sums[asset] ?? '0'), exact(amount)));
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== '0'));
}

const amountsText = (amounts: Amounts): string =>
  Object.entries(amounts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([asset, amount]) => `${amount} ${asset}`)
    .join(', ') || '0';
export const nodeText = ({ hash, persons, amounts }: Node): string => `${hash} ${persons} ${amountsText(amounts)}`;

/** Throws an Error when something of it has no form that can be hashed. */
export function rootOf(day: string, user: string, leaf: Leaf): Node {
  const { place, path } = leaf;
  if (!Number.isSafeInteger(place) || place < 0 || path.length > 31 || place >= 2 ** path.length)
    throw new Error(`no place ${place}`);
  let node: Node = { hash: leafHash(day, user, leaf), persons: leaf.part === 1 ? 1 : 0, amounts: leaf.amounts };
  path.forEach((other, level) => {
    const [left, right] = Math.floor(place / 2 ** level) % 2 === 1 ? [other, node] : [node, other];
    node = { hash: nodeHash(left, right), persons: left.persons + right.persons, amounts: sumOf([left.amounts, right.amounts]) };
  });
  return node;
}

/** What a record names of its time is up to so much older than its commit. */
const underWayMs = 60_000;
const dayMs = 86_400_000;

export function checkLiability({ user, proof, statement, anchors }: LiabilityFile, known: Known): Check[] {
  const published = known.entries
    .filter(({ kind }) => kind === 'liabilities')
    .map((entry) => ({ ...(bodyOf<Published>(entry) as Published), seq: entry.seq, atMs: entry.atMs }))
    .filter((one) => one.day === proof.day);
  const [first] = published;
  const counted = countedCheck(proof, statement);
  const covering = anchors.filter(({ logs }) => first !== undefined && logs !== undefined && logs.record.seq >= first.seq);
  const isDue = first !== undefined && (known.nowMs ?? 0) > first.atMs + dayMs;
  return [
    counted,
    ...(counted.state === 'ok' ? [balances(proof, statement), leafCheck(user, proof), pathCheck(proof, first)] : []),
    check(
      'published',
      published.length === 1 && first?.takenAtMs === proof.takenAtMs && isTakenWithin(proof.day, proof.takenAtMs)
        ? 'ok'
        : 'failed',
      proof.day,
      published.map(({ seq, root }) => `#${seq} ${root}`).join(', ') || none,
    ),
    recordCheck(covering, known),
    anchorRoots(covering),
    rootSigned(covering, known),
    check(
      'anchored',
      covering.length > 0 ? 'ok' : isDue ? 'failed' : 'pending',
      `#${first?.seq ?? none}`,
      String(covering[0]?.minuteMs ?? none),
    ),
    keptCheck({ ticks: [], anchors: covering }, undefined, known),
    // Whom the record names may not have been asked yet: what nobody knows of here is no fault.
    known.witnessed.length === 0 ? check('witnessed', 'absent') : witnessedCheck(covering, undefined, known),
  ];
}

type Proof = LiabilityFile['proof'];
const recordText = ({ account, asset, version, balanceAfter }: StatementRecord): string =>
  `${account} ${asset} #${version} ${balanceAfter}`;
const isTakenWithin = (day: string, atMs: number): boolean => new Date(atMs).toISOString().slice(0, 10) === day;
const isBefore = ({ takenAtMs }: Proof, record: StatementRecord): boolean => record.atMs < takenAtMs - underWayMs;

function countedCheck(proof: Proof, statement: readonly StatementRecord[]): Check {
  const { leaves } = proof;
  if (leaves.length > 0) return compared('counted', '1 2', [...leaves.map(({ part }) => part)].sort().join(' '));
  const first = statement.find((record) => record.version === 1 && isBefore(proof, record));
  return check('counted', first === undefined ? 'absent' : 'failed', none, first && recordText(first));
}

/** No account left out, none with another balance than its record, none with an older one. */
function balances(proof: Proof, statement: readonly StatementRecord[]): Check {
  for (const { kind, asset, version, balance } of proof.accounts) {
    const of = statement.filter((record) => record.account === kind && record.asset === asset);
    const own = of.find((record) => record.version === version);
    const next = of.find((record) => record.version === version + 1);
    const wrong = own?.balanceAfter !== balance ? (own ?? null) : next !== undefined && isBefore(proof, next) ? next : undefined;
    if (wrong !== undefined)
      return check('balances', 'failed', `${kind} ${asset} #${version} ${balance}`, wrong === null ? none : recordText(wrong));
  }
  const leftOut = statement.find(
    (record) =>
      record.version === 1 &&
      isBefore(proof, record) &&
      !proof.accounts.some(({ kind, asset }) => kind === record.account && asset === record.asset),
  );
  return check('balances', leftOut === undefined ? 'ok' : 'failed', amountsText(ownOf(proof)), leftOut && recordText(leftOut));
}

const ownOf = ({ accounts }: Proof): Amounts => sumOf(accounts.map(({ asset, balance }) => ({ [asset]: balance })));

const leafCheck = (user: string, proof: Proof): Check =>
  compared(
    'leaf',
    `${user}: ${amountsText(ownOf(proof))}`,
    `${proof.user}: ${amountsText(sumOf(proof.leaves.map(({ amounts }) => amounts)))}`,
  );

function pathCheck({ day, user, leaves }: Proof, published: Published | undefined): Check {
  if (published === undefined) return check('path', 'pending');
  const { root: hash, persons, sums, height } = published;
  const told = nodeText({ hash, persons, amounts: sums });
  if (new Set(leaves.map(({ place }) => place)).size !== leaves.length) return check('path', 'failed', told, 'one place twice');
  for (const leaf of leaves) {
    if (leaf.path.length !== height) return check('path', 'failed', told, `${leaf.path.length} levels, not ${height}`);
    try {
      const root = nodeText(rootOf(day, user, leaf));
      if (root !== told) return check('path', 'failed', told, root);
    } catch (error) {
      return check('path', 'failed', told, error instanceof Error ? error.message : none);
    }
  }
  return compared('path', told, told);
}
