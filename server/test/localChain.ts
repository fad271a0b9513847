/**
 * A chain of our own: a real EVM node (anvil) as a process on a free port, with accounts that have coins. It makes blocks when told to.
 *
 *   const chain = await startLocalChain();
 *   await chain.client.sendTransaction({ account: chain.accounts[0], to, value });
 *   await chain.mine(3);
 *   await chain.stop();
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  publicActions,
  walletActions,
  type Address,
  type Hash,
  type Hex,
  type HttpTransport,
  type PublicActions,
  type TestClient,
  type WalletActions,
} from 'viem';
import { HDKey, hdKeyToAccount } from 'viem/accounts';

const require = createRequire(import.meta.url);
/** Of the accounts that the node gives coins to. */
const mnemonic = 'test test test test test test test test test test test junk';
/** Its seed as BIP-39 has it, once and by Node.js: in JavaScript the 2,048 rounds compute a quarter of a second for each account. */
const tree = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'));
const accountAt = (addressIndex: number) => hdKeyToAccount(tree, { addressIndex });
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

export interface LocalChainOptions {
  /** 1: as the catalogue has the network ethereum. */
  readonly chainId?: number;
}
export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>;

export type LocalChainClient = TestClient<'anvil', HttpTransport> & PublicActions & WalletActions;
const clientOf = (url: string): LocalChainClient =>
  createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0, timeout: 10_000 }), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

export async function startLocalChain({ chainId = 1 }: LocalChainOptions = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'tessera-chain-'));
  const stateFile = join(folder, 'state.json');
  const client = clientOf(url);
  let node = await startNode([]);

  async function startNode(more: readonly string[]): Promise<ChildProcess> {
    const child = spawn(
      anvilProgram(),
      ['--port', String(port), '--chain-id', String(chainId), '--no-mining', '--silent', ...more],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`);
      if ((await client.getBlockNumber().catch(() => undefined)) !== undefined) return child;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  async function kill(): Promise<void> {
    const gone = node.exitCode === null && node.signalCode === null ? once(node, 'exit') : undefined;
    node.kill('SIGKILL');
    await gone;
  }

  return {
    url,
    chainId,
    client,
    accounts: [0, 1, 2, 3].map(accountAt),
    async mine(blocks = 1): Promise<void> {
      await client.mine({ blocks });
    },
    /**
     * The newest `depth` blocks are others from now on, of the same height, and without their transactions, save those that are given: raw
     * transactions with the block that holds them, 0 for the oldest new one.
     */
    async reorganise(depth: number, kept: readonly (readonly [raw: Hex, block: number])[] = []): Promise<void> {
      await client.request({ method: 'anvil_reorg', params: [depth, kept] } as never);
    },
    ...payments(client),
    /** As it was signed, to be put into another block. */
    async rawOf(hash: Hash): Promise<Hex> {
      return client.request({ method: 'eth_getRawTransactionByHash' as never, params: [hash] as never });
    },
    /** What it knew is written down first: a true node has its chain on disk. */
    async kill(): Promise<void> {
      const state = await client.request({ method: 'anvil_dumpState' as never });
      await writeFile(stateFile, JSON.stringify({ state }));
      await kill();
    },
    /** At the same address, with what it knew. */
    async startAgain(): Promise<void> {
      node = await startNode([]);
      const { state } = JSON.parse(await readFile(stateFile, 'utf8')) as { state: Hex };
      await client.request({ method: 'anvil_loadState', params: [state] } as never);
    },
    async stop(): Promise<void> {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Money and tokens of the first account. */
function payments(client: LocalChainClient) {
  const account = accountAt(0);
  return {
    /** An ERC-20 where the catalogue has it, all of its `supply` (in smallest units) at the first account. It says of itself that it has 18 digits. */
    async placeToken(at: Address, supply: bigint): Promise<void> {
      const deployed = await this.deployToken(1n);
      await client.setCode({ address: at, bytecode: (await client.getCode({ address: deployed })) as Hex });
      const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account.address, 0n]));
      await client.setStorageAt({ address: at, index: slot, value: numberToHex(supply, { size: 32 }) });
    },
    /** Another ERC-20; answers where it is. */
    async deployToken(supply: bigint): Promise<Address> {
      const artifact = require.resolve('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json');
      const { abi, bytecode } = JSON.parse(await readFile(artifact, 'utf8')) as { abi: readonly unknown[]; bytecode: Hex };
      const hash = await client.deployContract({
        abi,
        bytecode,
        args: ['Token', 'TOK', supply, account.address],
        account,
        chain: null,
      });
      await client.mine({ blocks: 1 });
      return (await client.getTransactionReceipt({ hash })).contractAddress as Address;
    },
    /** In smallest units, from the first account. Waits for a block. `gas`: sent also where it must fail. */
    async sendToken(token: Address, to: Address, amount: bigint, gas?: bigint): Promise<Hash> {
      return client.writeContract({
        address: token,
        abi: tokenAbi,
        functionName: 'transfer',
        args: [to, amount],
        account,
        chain: null,
        ...(gas === undefined ? {} : { gas }),
      });
    },
    /** In wei, from the first account. Waits for a block. */
    async sendCoin(to: Address, value: bigint): Promise<Hash> {
      return client.sendTransaction({ account, to, value, chain: null });
    },
    /** In wei to an address that refuses it: the transaction is in a block, and failed. Waits for a block. */
    async sendCoinRefused(to: Address, value: bigint): Promise<Hash> {
      // revert(0, 0)
      await client.setCode({ address: to, bytecode: '0x60006000fd' });
      return client.sendTransaction({ account, to, value, gas: 100_000n, chain: null });
    },
    /** As much of a token to each of two, in one transaction. Waits for a block, as what it needs before makes two. */
    async payTwo(token: Address, [one, other]: readonly [Address, Address], amount: bigint): Promise<Hash> {
      const at = getAddress(`0x${'70'.repeat(20)}`);
      await client.setCode({ address: at, bytecode: twoCalls(token) });
      await this.sendToken(token, at, 2n * amount);
      await client.mine({ blocks: 1 });
      const calls = [one, other].map((to) => encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }));
      return client.sendTransaction({ account, to: at, data: concat(calls), gas: 500_000n, chain: null });
    },
  };
}

/** Calls `token` twice, with the first and with the second 68 bytes of what it is called with. */
const twoCalls = (token: Address): Hex => {
  const call = (offset: Hex) =>
    // calldatacopy(0, offset, 68); call(gas, token, 0, 0, 68, 0, 0); pop
    concat(['0x6044', offset, '0x600037', '0x60006000604460006000', '0x73', token, '0x5af150']);
  return concat([call('0x6000'), call('0x6044'), '0x00']);
};

/** The program itself: the wrapper of its package would outlive a kill. */
function anvilProgram(): string {
  const machine = process.arch === 'x64' ? 'amd64' : process.arch;
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const from = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  const folder = dirname(from.resolve(`@foundry-rs/anvil-${system}-${machine}/package.json`));
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a port was free');
  return address.port;
}
