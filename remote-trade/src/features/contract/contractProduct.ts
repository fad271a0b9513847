import type { RemoteStorage } from '@tessera/shared/federation';

export const contractProducts = ['seconds', 'leverage'] as const;
export type ContractProduct = (typeof contractProducts)[number];

const key = 'contract-product';
const isProduct = (text: string | null | undefined): text is ContractProduct =>
  contractProducts.some((product) => product === text);

/** What the address says, else what was chosen last, else the first; never one that is not open. */
export function productOf(asked: string | null, storage: RemoteStorage, open: readonly ContractProduct[]): ContractProduct {
  const wanted = isProduct(asked) ? asked : storage.read(key);
  return open.find((product) => product === wanted) ?? open[0] ?? 'seconds';
}

export const rememberProduct = (storage: RemoteStorage, product: ContractProduct): void => storage.write(key, product);
