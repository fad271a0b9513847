import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useCountdown } from '@tessera/shared/react';
import { Badge } from '@tessera/shared/ui';

/** How long money does not go there yet, by the server's clock. */
export function PayeeClock({ usableFromMs }: { readonly usableFromMs: number }) {
  const { t } = useTranslation('payees');
  const format = useFormat();
  const { remainingMs, isOver } = useCountdown(usableFromMs);
  return isOver ? (
    <Badge tone="success">{t('usable')}</Badge>
  ) : (
    <Badge tone="warning">{t('waits', { time: format.countdown(remainingMs) })}</Badge>
  );
}
