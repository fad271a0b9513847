/** The setting PAYOUT_WALLETS: over which networks the exchange pays by itself, and from which wallet. Where it names none, operators pay by hand. */
import * as z from 'zod';
import { jsonText } from '../../platform/jsonText';

const gwei = 1_000_000_000n;
const usualMaxFeeGwei = 100;

const payoutWallet = z.strictObject({
  /** One of CHAINS: "ethereum". */
  network: z.string().regex(/^[a-z]{2,16}$/),
  /** What the key has to fit. */
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
    .transform((text) => text.toLowerCase() as `0x${string}`),
  /** Holds the private key, 64 hexadecimal digits. Only the process that sends opens it. */
  keyFile: z.string().min(1),
  /** For one unit of gas; nothing is ever sent for more. */
  maxFeeGwei: z.int().min(1).max(10_000).default(usualMaxFeeGwei),
});

export interface PayoutWallet {
  readonly network: string;
  /** In small letters. */
  readonly address: `0x${string}`;
  readonly keyFile: string;
  /** The most for one unit of gas, in the smallest unit of the network's own coin. */
  readonly maxFee: bigint;
}

export const payoutWalletList = jsonText
  .pipe(z.array(payoutWallet))
  .refine((all) => new Set(all.map(({ network }) => network)).size === all.length, 'names a network twice')
  .transform((all): readonly PayoutWallet[] =>
    all.map(({ maxFeeGwei, ...wallet }) => ({ ...wallet, maxFee: BigInt(maxFeeGwei) * gwei })),
  );
