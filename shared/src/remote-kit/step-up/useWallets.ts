import { useEffect, useState } from 'react';
import { watchWallets, type InjectedWallet } from './InjectedWallet';

/** The wallets of this browser; none as long as none has shown itself. */
export function useWallets(): readonly InjectedWallet[] {
  const [wallets, setWallets] = useState<readonly InjectedWallet[]>([]);
  useEffect(() => watchWallets(setWallets), []);
  return wallets;
}
