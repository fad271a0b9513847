import type { PartProps } from '../parts';
import { MerchantList } from './MerchantList';
import { MerchantPage } from './MerchantPage';

/** Everybody from whom people buy coins, with the orders that are open; or one of them. */
export function Merchants({ operator, rest: [id] }: PartProps) {
  return id === undefined ? <MerchantList operator={operator} /> : <MerchantPage key={id} id={id} operator={operator} />;
}
