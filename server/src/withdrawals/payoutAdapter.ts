/** Who carries a payout out. The order is a row (payout); what an adapter does with it, it may do again by the same key. */
export interface PayoutAdapter {
  /** As the order names it. */
  readonly name: string;
  /** Does it pay that? A network of null: to a bank. */
  pays(asset: string, network: string | null): boolean;
}

/** An operator pays by hand, and enters the transaction. */
const manual: PayoutAdapter = { name: 'manual', pays: () => true };

/** Carried out by chain/sender. `paysThere`: a wallet is set up for the network, and the catalogue says how the asset is written there. */
export const evmAdapter = (paysThere: (asset: string, network: string) => boolean): PayoutAdapter => ({
  name: 'evm',
  pays: (asset, network) => network !== null && paysThere(asset, network),
});

/** The first that pays it. */
export const adapterFor = (asset: string, network: string | null, adapters: readonly PayoutAdapter[]): PayoutAdapter =>
  adapters.find((adapter) => adapter.pays(asset, network)) ?? manual;
