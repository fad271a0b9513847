import { amount, type Amount } from '@tessera/shared/money';
import { useEndpoint, useSessionState } from '@tessera/shared/react';

/** What of an asset is free in the coin account; undefined while that is not known. An asset that was never held is zero. */
export function useAvailable(asset: string): Amount | undefined {
  const { isSignedIn } = useSessionState();
  const { data } = useEndpoint('walletList', {}, { isEnabled: isSignedIn });
  if (data === undefined) return undefined;
  return amount(data.coin.find((coin) => coin.asset === asset)?.available ?? '0');
}
