/** The bytes of the tree over what is owed to everybody, against vectors that were written down; and what no tree may be. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, toHex } from './bytes';
import {
  addAmounts,
  innerBytes,
  leafBytes,
  liabilityHashes,
  rootAbove,
  type LiabilityLeaf,
  type LiabilityNode,
} from './liabilityTree';
import { sha256 } from './sha256';

interface Hashed {
  readonly bytes: string;
  readonly hash: string;
}
const { liabilities: vectors } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8'),
) as {
  readonly liabilities: {
    readonly leaves: readonly (LiabilityLeaf & Hashed & { readonly place: number })[];
    readonly none: Hashed;
    readonly nodes: readonly (LiabilityNode & Hashed & { readonly left: LiabilityNode; readonly right: LiabilityNode })[];
    readonly root: LiabilityNode;
    readonly paths: readonly { readonly place: number; readonly path: readonly LiabilityNode[] }[];
  };
};
const hashOf = (hex: string): string => createHash('sha256').update(fromHex(hex)).digest('hex');
const hashes = liabilityHashes(sha256);
const leafAt = (place: number): LiabilityLeaf => vectors.leaves[place] as LiabilityLeaf;

test('the published bytes and hashes of leaves, nodes and none, and the root above them', async () => {
  for (const { bytes, hash, ...leaf } of vectors.leaves) {
    expect([toHex(leafBytes(leaf)), hashOf(bytes)]).toEqual([bytes, hash]);
    expect(hashes.leaf(leaf)).toEqual({ hash, persons: leaf.part === 1 ? 1 : 0, amounts: leaf.amounts });
  }
  expect([hashOf(vectors.none.bytes), hashes.emptyNode(0)]).toEqual([
    vectors.none.hash,
    { hash: vectors.none.hash, persons: 0, amounts: {} },
  ]);
  for (const { left, right, bytes, ...node } of vectors.nodes) {
    expect([toHex(innerBytes(left, right)), hashOf(bytes)]).toEqual([bytes, node.hash]);
    expect(hashes.joined(left, right)).toEqual(node);
  }
  expect(vectors.root).toMatchObject({ persons: 2, amounts: { BTC: '0.25', USDT: '100.500001' } });
  for (const way of vectors.paths) expect(await rootAbove(leafAt(way.place), way, sha256)).toEqual(vectors.root);
});

test('no two things have the same bytes: a leaf is no node, and no place is another one', async () => {
  const [way] = vectors.paths as [(typeof vectors.paths)[number]];
  const bytes = [...vectors.leaves.map((one) => one.bytes), vectors.none.bytes, ...vectors.nodes.map((one) => one.bytes)];
  // The texts that they begin with differ, and the length of each is written before it.
  const tags = new Set(bytes.map((hex) => Buffer.from(hex, 'hex').subarray(1, 24).toString('latin1').slice(0, 22)));
  expect([...tags].sort()).toEqual(['tessera liability leaf', 'tessera liability node', 'tessera liability none']);
  // What lies left of a node does not lie right of it.
  for (const place of [1, 2, 8, 63])
    expect((await rootAbove(leafAt(0), { place, path: way.path }, sha256)).hash).not.toBe(vectors.root.hash);
  for (const place of [-1, 64, 0.5, Number.NaN])
    await expect(rootAbove(leafAt(0), { place, path: way.path }, sha256)).rejects.toThrow();
  // A leaf for two people, a day or a part: each of them is in its hash.
  for (const other of [{ user: '8' }, { day: '2026-11-24' }, { part: 2 }, { salt: '12'.repeat(32) }, { amounts: {} }])
    expect(hashes.leaf({ ...leafAt(0), ...other }).hash).not.toBe(hashes.leaf(leafAt(0)).hash);
});

test('figures move from no node to the one beside it, and none is below zero, endless or written in two ways', async () => {
  const [way] = vectors.paths as [(typeof vectors.paths)[number]];
  const [beside, ...above] = way.path as [LiabilityNode, ...LiabilityNode[]];
  const node: LiabilityNode = { hash: 'ab'.repeat(32), persons: 1, amounts: { USDT: '5' } };
  const other: LiabilityNode = { ...node, amounts: { USDT: '3' } };
  expect(hashes.joined(node, other).amounts).toEqual(hashes.joined(other, node).amounts);
  expect(hashes.joined(node, other).hash).not.toBe(hashes.joined(other, node).hash);
  for (const wrong of [
    '-1',
    '0',
    '-0',
    'NaN',
    'Infinity',
    '1e3',
    '+1',
    '01',
    '1.0',
    '1.50',
    ' 1',
    '',
    '0x1',
    `${'9'.repeat(19)}`,
  ]) {
    const forged = [{ ...beside, amounts: { USDT: wrong } }, ...above];
    await expect(rootAbove(leafAt(0), { place: 0, path: forged }, sha256)).rejects.toThrow();
    expect(() => leafBytes({ ...leafAt(0), amounts: { USDT: wrong } })).toThrow();
  }
  for (const persons of [-1, 0.5, Number.NaN, 2 ** 53])
    await expect(rootAbove(leafAt(0), { place: 0, path: [{ ...beside, persons }, ...above] }, sha256)).rejects.toThrow();
  // A sum has as many digits as it needs, and is refused before it could wrap.
  const most = '9'.repeat(18);
  expect(addAmounts({ USDT: '0.000000000000000001' }, { USDT: '999' })).toEqual({ USDT: '999.000000000000000001' });
  const beyond = hashes.joined({ ...node, amounts: { USDT: most } }, { ...node, amounts: { USDT: most } });
  expect(() => hashes.joined(beyond, node)).toThrow();
  for (const part of [0, 3, 257]) expect(() => leafBytes({ ...leafAt(0), part })).toThrow();
  for (const salt of ['', '11', '1'.repeat(63), 'AB'.repeat(32)]) expect(() => leafBytes({ ...leafAt(0), salt })).toThrow();
});
