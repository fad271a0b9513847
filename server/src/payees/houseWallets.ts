/** Wallets of the exchange that the settings name: what pays, and where it keeps money besides. In small letters. */
import type { Config } from '../platform/config';

export const houseWallets = ({ chains, payoutWallets }: Pick<Config, 'chains' | 'payoutWallets'>): readonly string[] =>
  [...payoutWallets.map(({ address }) => address), ...chains.flatMap(({ custody = [] }) => custody)].map((one) =>
    one.toLowerCase(),
  );
