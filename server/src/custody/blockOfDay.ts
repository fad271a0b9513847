import type { BlockName, ChainReader } from '../chain/ChainReader';

interface Timed extends BlockName {
  readonly atMs: number;
}

/**
 * The last block of a chain before an instant, once `confirmations` lie on top of it. undefined: not yet. Throws ChainProblem.
 */
export async function lastBlockBefore(
  reader: ChainReader,
  untilMs: number,
  confirmations: number,
): Promise<BlockName | undefined> {
  const head = await reader.head();
  const at = (number: bigint): Promise<Timed> =>
    reader.agreed(`block ${number}`, head.number, async (endpoint) => {
      const { hash, timestamp } = await endpoint.getBlock({ blockNumber: number });
      return { number, hash, atMs: Number(timestamp) * 1000 };
    });
  if ((await at(head.number)).atMs < untilMs) return undefined;
  let found = await at(0n);
  if (found.atMs >= untilMs) return undefined;
  // `found` is before it, `after` is not.
  let after = head.number;
  while (after - found.number > 1n) {
    const middle = await at((found.number + after) / 2n);
    if (middle.atMs < untilMs) found = middle;
    else after = middle.number;
  }
  return head.number - found.number >= BigInt(confirmations) ? { number: found.number, hash: found.hash } : undefined;
}
