/** Who carries a payout out. The order is a row (payout); what an adapter does with it, it may do again by the same key. */
export interface PayoutAdapter {
  /** As the order names it. */
  readonly name: string;
  /** Does it pay over this network? null: to a bank. */
  pays(network: string | null): boolean;
}

/** An operator pays by hand, and enters the transaction. */
const manual: PayoutAdapter = { name: 'manual', pays: () => true };

/** The first that pays there. */
export const adapterFor = (network: string | null, adapters: readonly PayoutAdapter[] = [manual]): PayoutAdapter =>
  adapters.find((adapter) => adapter.pays(network)) ?? manual;
