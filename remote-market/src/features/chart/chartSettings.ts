/** Small choices of the chart page that a browser remembers. */
import type { SymbolInfo } from '@tessera/shared/contract';
import type { RemoteStorage } from '@tessera/shared/federation';

const linesKey = 'chart-lines';
/** Whether a person's own positions and orders are drawn. On until it was switched off. */
export const readShowsOwn = (storage: RemoteStorage): boolean => storage.read(linesKey) !== 'off';
export const writeShowsOwn = (storage: RemoteStorage, isOn: boolean): void =>
  isOn ? storage.remove(linesKey) : storage.write(linesKey, 'off');

export type Product = 'spot' | 'seconds' | 'leverage';
export const products: readonly Product[] = ['spot', 'seconds', 'leverage'];
export const openProducts = (info: SymbolInfo): readonly Product[] => products.filter((product) => info.products[product]);

const productKey = 'product';
/** The product that was traded last, where it is open for this market; else the first that is. */
export function readProduct(storage: RemoteStorage, info: SymbolInfo): Product | undefined {
  const open = openProducts(info);
  return open.find((product) => product === storage.read(productKey)) ?? open[0];
}
export const writeProduct = (storage: RemoteStorage, product: Product): void => storage.write(productKey, product);
