/** While an order waits to be paid: the time by the server's clock, where to pay, and what the person says then. */
import { useEffect, useRef, useState } from 'react';
import type { C2cOrder } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton, useCountdown, useDialogs, useEndpointAction, useRefresh } from '@tessera/shared/react';
import { Card, Notice, Stack } from '@tessera/shared/ui';
import { PaymentPictures, type PicturePlace } from '../../components/PaymentPictures';
import styles from './C2c.module.css';
import { CopyRow } from './CopyRow';
import { useFiat } from './useFiat';

export function PayStep({ order }: { readonly order: C2cOrder }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const fiat = useFiat();
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const { id, payByMs, payTo, fiatAmount, currency } = order;
  const { remainingMs, isOver } = useCountdown(payByMs);
  const [places, setPlaces] = useState<readonly PicturePlace[]>([{ key: 1, id: undefined }]);
  const uploadIds = places.flatMap((place) => (place.id === undefined ? [] : [place.id]));
  const refreshes = ['c2cOrders', 'c2cOffers', 'topUpLog'] as const;
  const paid = useEndpointAction('c2cPaid', { refreshes });
  const cancel = useEndpointAction('c2cCancel', { refreshes });
  // One key for every try of the same.
  const cancelKey = useRef(crypto.randomUUID());
  const paidKeys = useRef(new Map<string, string>());
  useEffect(() => {
    if (isOver) refresh('c2cOrders');
  }, [isOver, refresh]);

  async function sayPaid() {
    const key = paidKeys.current.get(uploadIds.join()) ?? crypto.randomUUID();
    paidKeys.current.set(uploadIds.join(), key);
    if ((await paid.run({ id, uploadIds }, key)) !== undefined) dialogs.toast(t('stage.paid'), { tone: 'success' });
  }
  async function askCancel() {
    const isConfirmed = await dialogs.confirm({
      title: t('cancelAsk'),
      body: t('cancelHint'),
      confirmLabel: t('cancel'),
      cancelLabel: t('keep'),
    });
    if (isConfirmed) await cancel.run({ id }, cancelKey.current);
  }

  if (isOver) return <Notice tone="warning">{t('stage.expired')}</Notice>;
  return (
    <Stack gap={4}>
      <div>
        <div className={styles.soft}>{t('left')}</div>
        <strong role="timer" className={styles.timer}>
          {format.countdown(remainingMs)}
        </strong>
      </div>
      <Notice tone="warning">{t('ownName')}</Notice>
      <Card as="section">
        <Stack gap={3}>
          <CopyRow label={t('youPay')} shown={fiat(fiatAmount, currency)} copied={fiatAmount} />
          {payTo === null ? (
            <Notice tone="danger">{t('noAccount')}</Notice>
          ) : (
            <>
              <CopyRow label={t('holder')} shown={payTo.holder} />
              <CopyRow label={t('account')} shown={payTo.account} />
              {payTo.bank !== '' && <CopyRow label={t('bank')} shown={payTo.bank} />}
              {payTo.note !== '' && <CopyRow label={t('note')} shown={payTo.note} />}
            </>
          )}
        </Stack>
      </Card>
      <Notice>{t('noFee')}</Notice>
      <PaymentPictures places={places} onChange={setPlaces} isDisabled={paid.isBusy} />
      <OnlineButton
        size="lg"
        isBlock
        isBusy={paid.isBusy}
        disabled={uploadIds.length === 0 || payTo === null}
        onClick={() => void sayPaid()}
      >
        {uploadIds.length === 0 ? t('paidFirst') : t('paid')}
      </OnlineButton>
      <OnlineButton variant="quiet" isBlock isBusy={cancel.isBusy} disabled={paid.isBusy} onClick={() => void askCancel()}>
        {t('cancel')}
      </OnlineButton>
    </Stack>
  );
}
