/** What a server that moves real money stands on: a chain with a wallet that pays, two nodes of it, and a card gateway. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEther, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSystemClock } from '../src/platform/Clock';
import { startLocalChain, tokenAbi } from './localChain';
import { openMoneyGateway, type MoneyGateway } from './money/moneyDesk';
import { startTamperedNode } from './tamperedNode';

const token: Address = '0xdac17f958d2ee523a2206206994597c13d831ec7';

const clock = createSystemClock();

export interface MoneyWorld {
  readonly settings: Readonly<Record<string, string>>;
  readonly gateway: MoneyGateway;
  /** Whole USDT to an address, in a block. */
  pay(to: string, sum: number): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** In smallest units. */
  heldBy(address: string): Promise<bigint>;
  /** Nodes never answer whoever hands them a transaction: they have passed it on to the chain, or have not. */
  holdSending(isPassedOn: boolean): void;
  /** Whether somebody has, since. */
  isSent(): boolean;
  letSending(): void;
  close(): Promise<void>;
}

export async function openMoneyWorld(): Promise<MoneyWorld> {
  const chain = await startLocalChain();
  const nodes = [await startTamperedNode(chain), await startTamperedNode(chain)];
  const gateway = await openMoneyGateway(() => clock.now());
  const key = generatePrivateKey();
  const wallet = privateKeyToAccount(key).address.toLowerCase() as Address;
  const keyFile = join(gateway.folder, 'wallet');
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  await chain.placeToken(token, 10n ** 15n);
  await chain.sendCoin(wallet, parseEther('50'));
  await chain.sendToken(token, wallet, 50_000_000_000n);
  await chain.mine(1);
  let isSent = false;
  return {
    gateway,
    settings: {
      ...gateway.settings,
      CHAINS: JSON.stringify([{ network: 'ethereum', endpoints: nodes.map(({ url }) => url) }]),
      PAYOUT_WALLETS: JSON.stringify([{ network: 'ethereum', address: wallet, keyFile }]),
    },
    async pay(to, sum) {
      await chain.sendToken(token, to as Address, BigInt(sum) * 1_000_000n);
      await chain.mine(1);
    },
    mine: (blocks) => chain.mine(blocks),
    heldBy: (address) =>
      chain.client.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [address as Address] }),
    holdSending(isPassedOn) {
      isSent = false;
      for (const node of nodes)
        node.tamper(async (method, real) => {
          if (method !== 'eth_sendRawTransaction') return real();
          // The other node has passed it on already.
          if (isPassedOn) await real().catch(() => undefined);
          isSent = true;
          return new Promise(() => undefined);
        });
    },
    isSent: () => isSent,
    letSending() {
      for (const node of nodes) node.tamper(undefined);
    },
    async close() {
      for (const node of nodes) node.stop();
      await chain.stop();
      await gateway.close();
    },
  };
}
