import { maskedAddress } from '../payees/maskedAddress';
import type { WithdrawalTable } from './tables';

/** Where a withdrawal goes, as lists and messages say it. Of a card the row keeps no more than that. */
export const shownAddress = ({ network, address }: Pick<WithdrawalTable, 'network' | 'address'>): string =>
  network === null ? address : maskedAddress(address);
