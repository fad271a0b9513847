import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount } from '@tessera/shared/money';
import { useEndpoint, usePrivateEvents, useSessionState } from '@tessera/shared/react';
import { Notice } from '@tessera/shared/ui';

/** What the person's own limits leave today. Who set none sees nothing. */
export function LimitLine() {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { mode, isSignedIn } = useSessionState();
  const isReal = isSignedIn && mode === 'real';
  const { data, refetch } = useEndpoint('limits', {}, { isEnabled: isReal, freshMs: 30_000 });
  usePrivateEvents((event) => {
    // Orders that are accepted and end, and limits that begin, which a message tells.
    if (isReal && data !== undefined && event.type !== 'balance.changed') refetch();
  });
  if (!isReal || data === undefined) return null;
  const lines = data.limits.flatMap(({ kind, most, left }) => {
    if (kind === 'deposit' || most === null || left === null) return [];
    const textOf = (figure: string) => format.figure(amount(figure), kind === 'time' ? {} : { leastScale: 2 });
    return [t(`ticket.limit.${kind}`, { left: textOf(left), most: textOf(most), asset: data.asset })];
  });
  return (
    <>
      {data.break !== null && <Notice tone="warning">{t('ticket.onBreak', { at: format.dateTime(data.break.untilMs) })}</Notice>}
      {lines.length > 0 && (
        <Notice>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Notice>
      )}
    </>
  );
}
