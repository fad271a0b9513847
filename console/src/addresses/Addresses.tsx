import type { PartProps } from '../parts';
import { AddressStock } from './AddressStock';
import { NetworkPage } from './NetworkPage';

/** Of each network how many addresses there are, or the addresses of one. */
export function Addresses({ operator, rest: [network] }: PartProps) {
  return network === undefined ? (
    <AddressStock operator={operator} />
  ) : (
    <NetworkPage key={network} network={network} operator={operator} />
  );
}
