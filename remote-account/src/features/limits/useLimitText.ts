import type { LimitKind, LimitsView } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount } from '@tessera/shared/money';

const minuteMs = 60_000;

/** A figure of a limit in words: hours and minutes of time, else money. */
export function useLimitText({ asset }: Pick<LimitsView, 'asset'>): (kind: LimitKind, figure: string | null) => string {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (kind, figure) => {
    if (figure === null) return t('limits.none');
    if (kind === 'time') return format.span(Number.parseInt(figure, 10) * minuteMs);
    return `${format.figure(amount(figure), { leastScale: 2 })} ${asset}`;
  };
}
