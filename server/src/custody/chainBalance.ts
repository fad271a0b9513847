import { erc20Abi, type Address } from 'viem';
import type { BlockName, ChainReader } from '../chain/ChainReader';

/** Each endpoint is asked so many questions at once. */
const atOnce = 20;

/** What all of these addresses have together at a block, in smallest units; `token` null: of the network's own coin. Throws ChainProblem. */
export async function chainBalance(
  reader: ChainReader,
  { number, hash }: BlockName,
  { addresses, token }: { readonly addresses: readonly Address[]; readonly token: Address | null },
): Promise<bigint> {
  let sum = 0n;
  for (let from = 0; from < addresses.length; from += atOnce) {
    const some = addresses.slice(from, from + atOnce);
    sum += await reader.agreed(`what ${some.length} addresses hold at block ${number}`, number, async (endpoint) => {
      const block = await endpoint.getBlock({ blockNumber: number });
      if (block.hash !== hash) throw new Error(`block ${number} is another one now`);
      const held = await Promise.all(
        some.map((address) =>
          token === null
            ? endpoint.getBalance({ address, blockNumber: number })
            : endpoint.readContract({
                address: token,
                abi: erc20Abi,
                functionName: 'balanceOf',
                args: [address],
                blockNumber: number,
              }),
        ),
      );
      return held.reduce((one, other) => one + other, 0n);
    });
  }
  return sum;
}
