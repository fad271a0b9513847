import { useEndpoint } from '@tessera/shared/react';

/** Digits of the funding asset that the accounts are kept in, until the catalogue is here. */
const defaultScale = 2;

/** How many digits an asset is shown with; from the server's catalogue. */
export function useShownScale(): (asset: string) => number {
  const { data } = useEndpoint('coinList', {}, { freshMs: 600_000 });
  return (asset) => data?.assets.find((candidate) => candidate.asset === asset)?.shownScale ?? defaultScale;
}
