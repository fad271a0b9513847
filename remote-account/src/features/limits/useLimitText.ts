import type { LimitKind, LimitsView } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount } from '@tessera/shared/money';

/** A figure of a limit in words: minutes of time, else money. */
export function useLimitText({ asset }: Pick<LimitsView, 'asset'>): (kind: LimitKind, figure: string | null) => string {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (kind, figure) => {
    if (figure === null) return t('limits.none');
    if (kind === 'time') return t('limits.minutes', { minutes: format.figure(amount(figure)) });
    return `${format.figure(amount(figure), { leastScale: 2 })} ${asset}`;
  };
}
