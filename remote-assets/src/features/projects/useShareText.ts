import { useFormat } from '@tessera/shared/i18n';
import { decimalsOf, rate } from '@tessera/shared/money';

/** A published share with all its digits: "+3.3333%". */
export function useShareText(): (share: string) => string {
  const format = useFormat();
  return (share) => format.rate(share, { sign: 'always', scale: Math.max(2, decimalsOf(rate(share)) - 2) });
}
