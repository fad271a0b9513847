import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isZero } from '@tessera/shared/money';
import { Notice } from '@tessera/shared/ui';
import { useOwnLimits } from './useOwnLimits';

const minuteMs = 60_000;

/** What the person's own limits leave today. Who set none sees nothing. */
export function LimitLine() {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const limits = useOwnLimits();
  if (limits === undefined) return null;
  const { asset } = limits;
  const lines = limits.limits.flatMap(({ kind, most, left }) => {
    if (kind === 'deposit' || most === null || left === null) return [];
    const textOf = (figure: string) =>
      kind === 'time' ? format.span(Number.parseInt(figure, 10) * minuteMs) : format.figure(amount(figure), { leastScale: 2 });
    if (isZero(amount(left))) return [t(`ticket.limitUsedUp.${kind}`, { most: textOf(most), asset })];
    return [t(`ticket.limit.${kind}`, { left: textOf(left), most: textOf(most), asset })];
  });
  if (lines.length === 0) return null;
  return (
    <Notice>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Notice>
  );
}
