/**
 * The tree of a day that was taken, level by level and some nodes at a time: what is stored is not made again, so a process that was
 * killed goes on where it was, and two of them write the same.
 */
import { leastLiabilityHeight, liabilityHashes, type LiabilityNode } from '@tessera/shared/fairness';
import { nativeSha256 } from '../feed/nativeSha256';
import type { Db } from '../store/database';
import { leavesBetween } from './leaves';
import type { TakenDay } from './takenDays';

/** Leaves under the lowest node that is stored. */
const leavesPerNode = 2 ** leastLiabilityHeight;
/** Some ten milliseconds of hashing: the feed runs in the same process. */
const nodesAtOnce = { ofLeaves: 8, ofNodes: 128 } as const;

const { leaf: leafOf, joined, emptyNode } = liabilityHashes(nativeSha256);

/** Asked between the steps; false ends the work. */
export type MayGoOn = () => Promise<boolean>;

/** Answers the root, or undefined when it was ended before. */
export async function buildTree(db: Db, taken: TakenDay, mayGoOn: MayGoOn): Promise<LiabilityNode | undefined> {
  const { day, height, persons } = taken;
  for (let level = leastLiabilityHeight; level <= height; level += 1) {
    const ofLeaves = level === leastLiabilityHeight;
    const nodes = Math.max(1, Math.ceil((persons * 2) / 2 ** level));
    const size = ofLeaves ? nodesAtOnce.ofLeaves : nodesAtOnce.ofNodes;
    for (let from = await firstMissing(db, day, level); from < nodes; from += size) {
      if (!(await mayGoOn())) return undefined;
      const to = Math.min(nodes, from + size);
      const made = ofLeaves ? await nodesOverLeaves(db, day, from, to) : await nodesOver(db, { day, level, from, to });
      await store(db, day, level, from, made);
    }
  }
  return nodeAt(db, day, height, 0);
}

/** Nodes of a level are stored from the first on. */
async function firstMissing(db: Db, day: string, level: number): Promise<number> {
  const last = await db
    .selectFrom('liabilityNode')
    .select('place')
    .where('day', '=', day)
    .where('level', '=', level)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? 0 : last.place + 1;
}

/** Each over 64 leaves. */
async function nodesOverLeaves(db: Db, day: string, from: number, to: number): Promise<LiabilityNode[]> {
  const leaves = await leafNodes(db, day, from * leavesPerNode, to * leavesPerNode);
  return Array.from({ length: to - from }, (_, index) => {
    const levels = levelsOver(leaves.slice(index * leavesPerNode, (index + 1) * leavesPerNode));
    return levels.at(-1)?.[0] ?? emptyNode(leastLiabilityHeight);
  });
}

const leafNodes = async (db: Db, day: string, from: number, to: number): Promise<LiabilityNode[]> =>
  (await leavesBetween(db, day, from, to)).map(leafOf);

/** The 64 leaves that lie together with the one at `place`, and the nodes over them, by level: the last one has a single node. */
export async function levelsAround(db: Db, day: string, place: number): Promise<readonly (readonly LiabilityNode[])[]> {
  const from = Math.floor(place / leavesPerNode) * leavesPerNode;
  return levelsOver(await leafNodes(db, day, from, from + leavesPerNode));
}

function levelsOver(leaves: readonly LiabilityNode[]): readonly (readonly LiabilityNode[])[] {
  const levels: (readonly LiabilityNode[])[] = [leaves];
  for (let level = 0; level < leastLiabilityHeight; level += 1) levels.push(parentsOf(levels[level] ?? [], level));
  return levels;
}

/** `level`: of the children. */
const parentsOf = (children: readonly LiabilityNode[], level: number): LiabilityNode[] =>
  Array.from({ length: Math.ceil(children.length / 2) }, (_, index) =>
    joined(children[2 * index] ?? emptyNode(level), children[2 * index + 1] ?? emptyNode(level)),
  );

async function nodesOver(
  db: Db,
  { day, level, from, to }: { readonly day: string; readonly level: number; readonly from: number; readonly to: number },
): Promise<LiabilityNode[]> {
  const children = await db
    .selectFrom('liabilityNode')
    .select(['hash', 'persons', 'amounts'])
    .where('day', '=', day)
    .where('level', '=', level - 1)
    .where('place', '>=', from * 2)
    .where('place', '<', to * 2)
    .orderBy('place')
    .execute();
  return parentsOf(children, level - 1);
}

async function store(db: Db, day: string, level: number, from: number, nodes: readonly LiabilityNode[]): Promise<void> {
  await db
    .insertInto('liabilityNode')
    .values(
      nodes.map(({ amounts, ...node }, index) => ({
        day,
        level,
        place: from + index,
        ...node,
        amounts: JSON.stringify(amounts),
      })),
    )
    // Another process was as far: it made the same.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** undefined beyond the last node of a level. */
export const nodeAt = (db: Db, day: string, level: number, place: number): Promise<LiabilityNode | undefined> =>
  db
    .selectFrom('liabilityNode')
    .select(['hash', 'persons', 'amounts'])
    .where('day', '=', day)
    .where('level', '=', level)
    .where('place', '=', place)
    .executeTakeFirst();

/** The other node of each level from the leaf at `place` up to the root. */
export async function pathOf(db: Db, { day, height }: Pick<TakenDay, 'day' | 'height'>, place: number): Promise<LiabilityNode[]> {
  const around = await levelsAround(db, day, place);
  const path: LiabilityNode[] = [];
  for (let level = 0; level < height; level += 1) {
    const other = Math.floor(place / 2 ** level) ^ 1;
    const stored =
      level < leastLiabilityHeight
        ? around[level]?.[other % 2 ** (leastLiabilityHeight - level)]
        : await nodeAt(db, day, level, other);
    path.push(stored ?? emptyNode(level));
  }
  return path;
}
