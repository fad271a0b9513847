/** One process at a time sends from a wallet: it holds the lease of the network, and its epoch stands in all that it writes. */
import { createLease } from '../../feed/Lease';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Db } from '../../store/database';
import type { PayoutWallet } from './payoutWallets';
import { otherWallets } from './sendings';

export interface SenderLease {
  /** Our epoch; undefined while another process sends. Throws an Error in words while the key of another wallet is needed. */
  hold(): Promise<number | undefined>;
}

interface SenderLeaseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly wallet: PayoutWallet;
  readonly holder: string;
}

/** Longer than one question to slow endpoints takes. */
export const leaseLifeMs = 30_000;

export function createSenderLease({ db, clock, log, wallet, holder }: SenderLeaseDeps): SenderLease {
  const { network, address } = wallet;
  const lease = createLease(db, `sender:${network}`, holder, leaseLifeMs);
  let epoch: number | undefined;
  return {
    async hold() {
      const nowMs = clock.now();
      if (epoch !== undefined && (await lease.renew(epoch, nowMs))) return epoch;
      if (epoch !== undefined) log.warn({ network, epoch }, 'another process sends payouts now');
      epoch = undefined;
      const taken = await lease.acquire(nowMs);
      if (taken === undefined) return undefined;
      const [other] = await otherWallets(db, wallet);
      if (other !== undefined) {
        await lease.release(taken);
        throw new Error(`PAYOUT_WALLETS, ${network}: payouts are on their way from ${other}, whose key has to finish them`);
      }
      epoch = taken;
      log.info({ network, epoch, wallet: address }, 'sending payouts');
      return epoch;
    },
  };
}
