/** The private key of a wallet that pays. Whoever has it has the wallet's money: it stays inside what this answers, and no error names it. */
import { readFile, stat } from 'node:fs/promises';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { PayoutWallet } from './payoutWallets';

const othersMode = 0o077;

/** Throws an Error in words: the file is not there, others may read it, it holds no key, or the key of another address. */
export async function readWalletKey({ network, address, keyFile }: PayoutWallet): Promise<PrivateKeyAccount> {
  const refuse = (why: string): never => {
    throw new Error(`PAYOUT_WALLETS, ${network}: ${why}`);
  };
  const found = await stat(keyFile).catch((error: NodeJS.ErrnoException) =>
    refuse(`the key file ${keyFile} cannot be read (${error.code ?? 'unknown'})`),
  );
  if (process.platform !== 'win32' && (found.mode & othersMode) !== 0)
    refuse(`others may read the key file ${keyFile}: chmod 600 it, and think of the key as known to them`);
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec((await readFile(keyFile, 'utf8')).trim()) ?? [];
  if (digits === undefined) return refuse(`the key file ${keyFile} does not hold a key of 64 hexadecimal digits`);
  let account: PrivateKeyAccount | undefined;
  try {
    account = privateKeyToAccount(`0x${digits}`);
  } catch {
    return refuse(`what the key file ${keyFile} holds is not a key`);
  }
  if (account.address.toLowerCase() !== address) refuse(`the key in ${keyFile} is that of ${account.address}, not of ${address}`);
  return account;
}
