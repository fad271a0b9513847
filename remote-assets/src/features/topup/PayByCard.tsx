/**
 * The way to the gateway's page. It opens in a window that cannot reach back; here the state changes by itself. The card is asked for there: nothing of it
 * is ever in this app.
 */
import type { TopUp } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Globe, KeyValueList, LiveRegion, Notice, Stack } from '@tessera/shared/ui';
import { paymentPage } from './paymentPage';

export function PayByCard({ payment }: { readonly payment: NonNullable<TopUp['payment']> }) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  const page = paymentPage(payment.page);
  return (
    <Stack gap={3}>
      <LiveRegion>{page === undefined && <Notice>{t('card.preparing')}</Notice>}</LiveRegion>
      {page !== undefined && (
        <>
          <Button size="lg" isBlock icon={Globe} onClick={() => window.open(page.href, '_blank', 'noopener,noreferrer')}>
            {t('card.pay', { host: page.host })}
          </Button>
          <Notice>{t('card.after')}</Notice>
        </>
      )}
      <KeyValueList items={[{ key: 'until', label: t('card.until'), value: format.dateTime(payment.untilMs) }]} />
    </Stack>
  );
}
