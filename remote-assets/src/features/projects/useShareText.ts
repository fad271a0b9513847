import { useFormat } from '@tessera/shared/i18n';

/** A published share with all its digits: "+3.3333%". */
export function useShareText(): (share: string) => string {
  const format = useFormat();
  return (share) => format.rate(share, { sign: 'always', leastScale: 2 });
}
