/**
 * What is asked of a wallet: an account, and a signature of a text under it. Every question waits for a person, who may also close the
 * wallet's window without a word: so each has a limit.
 */
import { firstValueFrom, from, timeout } from '@tessera/shared/kernel';
import type { WalletProvider } from './InjectedWallet';

export type WalletProblem = 'refused' | 'wrongChain' | 'wrongAccount' | 'noAccount' | 'busy' | 'failed' | 'tooLate';

export class WalletFailure extends Error {
  constructor(readonly problem: WalletProblem) {
    super(problem);
  }
}

const refusedByPerson = 4001;
const stillAsking = -32_002;
const connectLimitMs = 300_000;
const quickLimitMs = 15_000;

function failureOf(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return new WalletFailure(code === refusedByPerson ? 'refused' : code === stillAsking ? 'busy' : 'failed');
}

const tooLate = (): never => {
  throw new WalletFailure('tooLate');
};

async function ask(provider: WalletProvider, method: string, params: readonly unknown[], limitMs: number): Promise<unknown> {
  try {
    return await firstValueFrom(from(provider.request({ method, params })).pipe(timeout({ first: limitMs, with: tooLate })));
  } catch (error) {
    throw failureOf(error);
  }
}

const textsOf = (answer: unknown): readonly string[] =>
  Array.isArray(answer) ? answer.filter((one): one is string => typeof one === 'string') : [];

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The account that the person shows to this page. Throws WalletFailure. */
export async function askAccount(provider: WalletProvider): Promise<string> {
  const [account] = textsOf(await ask(provider, 'eth_requestAccounts', [], connectLimitMs));
  if (account === undefined) throw new WalletFailure('noAccount');
  return account;
}

async function isOnChain(provider: WalletProvider, chainId: number): Promise<boolean> {
  return Number(await ask(provider, 'eth_chainId', [], quickLimitMs)) === chainId;
}

/** Asks for the network that the text names, and leaves it to the person. */
async function askChain(provider: WalletProvider, chainId: number): Promise<void> {
  if (await isOnChain(provider, chainId)) return;
  const params = [{ chainId: `0x${chainId.toString(16)}` }];
  await ask(provider, 'wallet_switchEthereumChain', params, connectLimitMs).catch(() => undefined);
  if (!(await isOnChain(provider, chainId))) throw new WalletFailure('wrongChain');
}

interface ToSign {
  readonly text: string;
  readonly address: string;
  readonly chainId: number;
  /** How long the text can still be used. */
  readonly leftMs: number;
}

/** The signature as hex. Throws WalletFailure. */
export async function askSignature(provider: WalletProvider, { text, address, chainId, leftMs }: ToSign): Promise<string> {
  await askChain(provider, chainId);
  const accounts = textsOf(await ask(provider, 'eth_accounts', [], quickLimitMs));
  if (!accounts.some((account) => isSame(account, address))) throw new WalletFailure('wrongAccount');
  const bytes = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const signature = await ask(provider, 'personal_sign', [`0x${bytes}`, address], Math.max(0, leftMs));
  if (typeof signature !== 'string' || !/^0x[0-9a-f]+$/i.test(signature)) throw new WalletFailure('failed');
  return signature;
}
