/** One withdrawal: figures, where to, what happened so far, and the way to take it back. */
import { useRef } from 'react';
import type { Withdrawal } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton, useDialogs, useEndpointAction } from '@tessera/shared/react';
import { StepUpSheet } from '@tessera/shared/step-up';
import { Button, KeyValueList, Notice, Sheet, Stack } from '@tessera/shared/ui';
import { PayeeAddress } from '../../components/PayeeAddress';
import { useWholePayee } from '../../components/useWholePayee';
import { StatusBadge } from './StatusBadge';
import styles from './WithdrawalSheet.module.css';

interface WithdrawalSheetProps {
  readonly withdrawal: Withdrawal;
  readonly onClose: () => void;
}

export function WithdrawalSheet({ withdrawal, onClose }: WithdrawalSheetProps) {
  const { t } = useTranslation(['withdrawal', 'payees']);
  const format = useFormat();
  const { asset, reason, transaction, sending, steps, networkName, address, payeeId } = withdrawal;
  const payee = useWholePayee(payeeId ?? '');
  const figure = (sum: string) => `${format.figure(sum)} ${asset}`;
  const where = t(networkName === null ? 'form.card' : 'order.address');
  if (payee.form.proof.isOpen)
    return <StepUpSheet form={payee.form} what={t('payees:whatShow', { payee: address })} purpose="payee" />;
  return (
    <Sheet
      isOpen
      title={withdrawal.label}
      onClose={onClose}
      footer={withdrawal.isCancellable ? <CancelButton withdrawal={withdrawal} /> : undefined}
    >
      <Stack gap={4}>
        <div>
          <StatusBadge withdrawal={withdrawal} />
        </div>
        {reason !== null && (
          <Notice tone="danger" title={t('order.reason')}>
            {reason}
          </Notice>
        )}
        <KeyValueList
          items={[
            { key: 'amount', label: t('order.amount'), value: figure(withdrawal.amount) },
            ...(networkName === null ? [] : [{ key: 'network', label: t('form.network'), value: networkName }]),
            { key: 'fee', label: t('form.fee'), value: figure(withdrawal.fee) },
            { key: 'receives', label: t('form.receives'), value: figure(withdrawal.receives), isStrong: true },
          ]}
        />
        <PayeeAddress
          label={where}
          wholeLabel={where}
          masked={address}
          payee={payee}
          // Unbound, it is kept for nobody to read here.
          canAsk={payeeId !== undefined}
        />
        {sending !== undefined && <Sending sending={sending} />}
        {transaction !== null && <Transaction transaction={transaction} />}
        <Stack gap={2}>
          <h3 className={styles.heading}>{t('order.timeline')}</h3>
          <ol className={styles.timeline}>
            {steps.map(({ step, atMs }) => (
              <li key={step}>
                <span>{t(`step.${step}`)}</span>
                <time dateTime={new Date(atMs).toISOString()}>{format.dateTime(atMs)}</time>
              </li>
            ))}
          </ol>
        </Stack>
      </Stack>
    </Sheet>
  );
}

/** How far the network has it: changes while it is looked at. */
function Sending({ sending: { transaction, confirmations, needed } }: { readonly sending: NonNullable<Withdrawal['sending']> }) {
  const { t } = useTranslation('withdrawal');
  return (
    <>
      <Stack gap={2}>
        <h3 className={styles.heading}>{t('sending.title')}</h3>
        <p role="status">{confirmations === null ? t('sending.waiting') : t('sending.confirmed', { confirmations, needed })}</p>
        <progress className={styles.progress} max={needed} value={Math.min(confirmations ?? 0, needed)} aria-hidden />
        <p className={styles.hint}>{t('sending.hint')}</p>
      </Stack>
      <Transaction transaction={transaction} />
    </>
  );
}

function Transaction({ transaction }: { readonly transaction: string }) {
  const { t } = useTranslation('withdrawal');
  return (
    <Stack gap={2}>
      <h3 className={styles.heading}>{t('order.transaction')}</h3>
      <code className={styles.transaction}>{transaction}</code>
      <CopyButton text={transaction} />
    </Stack>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation('withdrawal');
  const dialogs = useDialogs();
  return (
    <Button
      variant="secondary"
      onClick={() => void navigator.clipboard.writeText(text).then(() => dialogs.toast(t('order.copied'), { tone: 'success' }))}
    >
      {t('order.copy')}
    </Button>
  );
}

function CancelButton({ withdrawal: { id } }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdrawal');
  const dialogs = useDialogs();
  // One key for every try: it is taken back once.
  const key = useRef(crypto.randomUUID());
  const cancel = useEndpointAction('withdrawalCancel', {
    refreshes: ['withdrawalLog', 'withdrawalCheck', 'walletList', 'walletDetail'],
  });
  async function ask() {
    const isConfirmed = await dialogs.confirm({
      title: t('order.cancelAsk'),
      body: t('order.cancelHint'),
      confirmLabel: t('order.cancel'),
      cancelLabel: t('order.keep'),
    });
    if (!isConfirmed) return;
    const answer = await cancel.run({ id }, key.current);
    if (answer !== undefined) dialogs.toast(t('order.cancelled'), { tone: 'success' });
  }
  return (
    <OnlineButton isBlock variant="danger" isBusy={cancel.isBusy} onClick={() => void ask()}>
      {t('order.cancel')}
    </OnlineButton>
  );
}
