/** The senders of this process, one for each network for which a wallet is set up, and what their word does to a withdrawal. */
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Catalog } from '../catalog/Catalog';
import { createChainReader } from '../chain/ChainReader';
import type { ChainSetting } from '../chain/chainSettings';
import { openEndpoints } from '../chain/sender/Endpoints';
import { createPayoutSender } from '../chain/sender/PayoutSender';
import type { PayoutSenderDeps } from '../chain/sender/senderRound';
import type { PayoutWallet } from '../chain/sender/payoutWallets';
import { readWalletKey } from '../chain/sender/readWalletKey';
import type { ChainAssetOf } from '../chain/sender/sendings';
import type { Job } from '../jobs/JobRunner';
import type { Config } from '../platform/config';
import { storeSent, tellSent, type StoreSentDeps } from './storeSent';

export interface PayoutSendersDeps extends StoreSentDeps, Pick<PayoutSenderDeps, 'clock' | 'log' | 'metrics' | 'holder'> {
  readonly catalog: Pick<Catalog, 'networks'>;
  readonly chains: readonly ChainSetting[];
  readonly wallets: readonly PayoutWallet[];
}

const roundMs = 5_000;

/** How the catalogue has it there; undefined: no program pays it. */
export const chainAssetOf =
  (catalog: Pick<Catalog, 'networks'>, network: string): ChainAssetOf =>
  (asset) => {
    const terms = catalog.networks().find((one) => one.asset === asset && one.network === network);
    if (terms?.decimals === undefined) return undefined;
    return { tokenContract: terms.tokenContract ?? null, decimals: terms.decimals, confirmations: terms.confirmations };
  };

/** Does a sender pay that? Whoever decides need not be who sends: the settings are the same. */
export const sendsPayouts =
  ({ payoutWallets }: Pick<Config, 'payoutWallets'>, catalog: Pick<Catalog, 'networks'>) =>
  (asset: string, network: string): boolean =>
    payoutWallets.some((wallet) => wallet.network === network) && chainAssetOf(catalog, network)(asset) !== undefined;

/** Opens the key files. Throws an Error in words where a key is not what the settings say, or the catalogue knows no such chain. */
export async function openPayoutSenders(deps: PayoutSendersDeps): Promise<readonly Job[]> {
  const opened: { readonly wallet: PayoutWallet; readonly account: PrivateKeyAccount }[] = [];
  for (const wallet of deps.wallets) opened.push({ wallet, account: await readWalletKey(wallet) });
  return opened.map(({ wallet, account }) => {
    const { network } = wallet;
    const chain = deps.chains.find((one) => one.network === network);
    const chainId = deps.catalog.networks().find((one) => one.network === network)?.chainId;
    if (chain === undefined || chainId === undefined)
      throw new Error(`PAYOUT_WALLETS: the catalogue knows no chain of ${network}`);
    const sender = createPayoutSender({
      ...deps,
      reader: createChainReader(chain, chainId),
      endpoints: openEndpoints(chain),
      wallet,
      account,
      assetOf: chainAssetOf(deps.catalog, network),
      onSeen: (payout, seen, at) => storeSent(deps, payout, seen, at),
      onSent: (payout) => tellSent(deps, payout),
    });
    return { name: `payouts-${network}`, everyMs: roundMs, run: (signal) => sender.run(signal) };
  });
}
