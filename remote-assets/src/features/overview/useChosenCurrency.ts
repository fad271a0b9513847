import { useState } from 'react';
import { useRemoteContext } from '@tessera/shared/react';

const key = 'overview.currency';
const usual = 'EUR';

/** In which currency the total is shown besides; the browser keeps the choice. */
export function useChosenCurrency(): readonly [code: string, choose: (code: string) => void] {
  const { storage } = useRemoteContext();
  const [code, setCode] = useState(() => storage.read(key) ?? usual);
  return [
    code,
    (chosen) => {
      storage.write(key, chosen);
      setCode(chosen);
    },
  ];
}
