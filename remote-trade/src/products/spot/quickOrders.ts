/** "Don't ask again for small orders", kept per browser. */
import { useState } from 'react';
import { amount, compare, type Amount } from '@tessera/shared/money';
import { useRemoteContext } from '@tessera/shared/react';

const key = 'spot-quick';
/** Quote units: an order worth less may be placed without the confirm sheet. */
export const quickBelow: Amount = amount('100');
export const isSmall = (total: Amount): boolean => compare(total, quickBelow) < 0;

export interface QuickOrders {
  readonly isOn: boolean;
  set(isOn: boolean): void;
}

export function useQuickOrders(): QuickOrders {
  const { storage } = useRemoteContext();
  const [isOn, setIsOn] = useState(() => storage.read(key) === 'yes');
  return {
    isOn,
    set(next) {
      if (next) storage.write(key, 'yes');
      else storage.remove(key);
      setIsOn(next);
    },
  };
}
