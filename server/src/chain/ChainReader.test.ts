import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Address } from 'viem';
import { openAlteringEndpoint, silent, type Altering, type AlteringEndpoint } from '../../test/alteringEndpoint';
import { startLocalChain, type LocalChain } from '../../test/localChain';
import { createChainReader } from './ChainReader';

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7' as Address;
let chain: LocalChain;
beforeAll(async () => {
  chain = await startLocalChain();
  await chain.placeToken(token, 10n ** 12n);
});
afterAll(() => chain.stop());

const open: AlteringEndpoint[] = [];
afterAll(() => open.forEach((one) => one.close()));
/** Another endpoint, which says what the node says, or what it likes. */
async function endpoint(altering?: Altering): Promise<string> {
  const opened = await openAlteringEndpoint(chain.url);
  opened.alter(altering);
  open.push(opened);
  return opened.url;
}
const readerOf = (...endpoints: string[]) => createChainReader({ network: 'ethereum', endpoints }, 1, 300);

describe('a chain of several endpoints', () => {
  it('is believed where they agree, and follows a reorganisation that keeps the height', async () => {
    const reader = readerOf(chain.url, await endpoint());
    const before = await reader.head();
    await chain.mine(3);
    const after = await reader.head();
    expect(after.number - before.number).toBe(3n);
    await chain.reorganise(2);
    const other = await reader.head();
    expect([other.number, other.hash === after.hash]).toEqual([after.number, false]);
    expect(await reader.agreed('a balance', other.number, (node) => node.getBalance({ address: token }))).toBe(0n);
  });

  it('is not where one says something else, and it is named', async () => {
    const liar = await endpoint((method, answer) => (method === 'eth_getBalance' ? '0x1' : answer));
    const reader = readerOf(chain.url, liar);
    const { number } = await reader.head();
    await expect(reader.agreed('a balance', number, (node) => node.getBalance({ address: token }))).rejects.toMatchObject({
      kind: 'disagreement',
      detail: expect.stringContaining(new URL(liar).host),
    });
    expect(reader.endpoints()[1]?.problem).toContain('disagrees');
  });

  it('needs two that answer in time: one of three may be dead, slow or behind', async () => {
    const slow = await endpoint(() => silent);
    const behind = await endpoint((method, answer) => (method === 'eth_blockNumber' ? '0x1' : answer));
    await expect(readerOf(chain.url, slow).head()).rejects.toMatchObject({ kind: 'unreachable' });
    expect((await readerOf(chain.url, behind).head()).number).toBe(1n);
    const reader = readerOf(chain.url, slow, await endpoint(), behind);
    expect((await reader.head()).number).toBe(await chain.client.getBlockNumber());
  });

  it('is refused where one is on another chain', async () => {
    const other = await endpoint((method, answer) => (method === 'eth_chainId' ? '0x89' : answer));
    await expect(readerOf(chain.url, other).head()).rejects.toMatchObject({
      kind: 'wrongChain',
      detail: expect.stringContaining('chain 137'),
    });
  });

  it('is there again with what it knew after its node was killed', async () => {
    const reader = readerOf(chain.url);
    await chain.sendToken(token, '0x00000000000000000000000000000000000000aa', 5n);
    await chain.mine(2);
    const before = await reader.head();
    await chain.kill();
    await expect(reader.head()).rejects.toMatchObject({ kind: 'unreachable' });
    await chain.startAgain();
    expect(await reader.head()).toEqual(before);
    expect(await chain.client.getLogs({ address: token, fromBlock: 0n })).toHaveLength(1);
  });
});
