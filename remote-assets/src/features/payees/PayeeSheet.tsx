import type { EndpointResponse, Payee } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm } from '@tessera/shared/react';
import { FormProblem, StepUpSheet } from '@tessera/shared/step-up';
import { Button, KeyValueList, Sheet, Stack, type KeyValue } from '@tessera/shared/ui';
import { GroupedText } from '../../components/GroupedText';
import { useWholePayee } from '../../components/useWholePayee';

interface PayeeSheetProps {
  readonly payee: Payee;
  readonly onClose: () => void;
}

const noProblems = () => ({});
const noText = () => '';

/** One payee: what is known of it, the whole of it to who proves to be its person (gone with the sheet), and its end. */
export function PayeeSheet({ payee, onClose }: PayeeSheetProps) {
  const { t } = useTranslation('payees');
  const { t: tCommon } = useTranslation('common');
  const dialogs = useDialogs();
  const format = useFormat();
  const asked = { initial: {}, problemsOf: noProblems, problemText: noText, toRequest: () => ({ id: payee.id }) };
  const { whole, form: reveal } = useWholePayee(payee.id);
  const unbind = useEndpointForm('payeeDelete', {
    ...asked,
    refreshes: ['payeeList'],
    onDone() {
      dialogs.toast(t('unbound'), { tone: 'success' });
      onClose();
    },
  });
  const named = { payee: payee.masked };
  async function confirmUnbinding() {
    const isConfirmed = await dialogs.confirm({
      title: t('unbindTitle', named),
      body: t('unbindBody'),
      confirmLabel: t('unbind'),
      cancelLabel: tCommon('action.cancel'),
      isDangerous: true,
    });
    // The exchange asks who it is.
    if (isConfirmed) unbind.proof.give({});
  }
  const isBusy = reveal.isBusy || unbind.isBusy;
  return (
    <>
      <Sheet isOpen={!reveal.proof.isOpen && !unbind.proof.isOpen} title={payee.label} canClose={!isBusy} onClose={onClose}>
        <Stack gap={4}>
          <KeyValueList
            items={[
              ...useRows(payee, whole),
              { key: 'from', label: t('usableFrom'), value: format.dateTime(payee.usableFromMs) },
            ]}
          />
          <FormProblem text={reveal.problem ?? unbind.problem} />
          {whole === undefined && (
            <form {...reveal.props}>
              <Button type="submit" variant="secondary" size="lg" isBlock isBusy={reveal.isBusy}>
                {t('show')}
              </Button>
            </form>
          )}
          <Button variant="danger" size="lg" isBlock isBusy={unbind.isBusy} onClick={() => void confirmUnbinding()}>
            {t('unbind')}
          </Button>
        </Stack>
      </Sheet>
      <StepUpSheet form={reveal} what={t('whatShow', named)} purpose="payee" />
      <StepUpSheet form={unbind} what={t('whatUnbind', named)} purpose="payee" />
    </>
  );
}

function useRows(payee: Payee, whole: EndpointResponse<'payeeReveal'> | undefined): KeyValue[] {
  const { t } = useTranslation('payees');
  if (payee.kind === 'wallet')
    return [
      { key: 'asset', label: t('asset'), value: payee.asset },
      { key: 'network', label: t('network'), value: payee.networkName },
      {
        key: 'address',
        label: t('address'),
        value: whole === undefined ? payee.masked : <GroupedText text={whole.address ?? ''} />,
      },
    ];
  if (whole === undefined) return [{ key: 'number', label: t('cardNumber'), value: payee.masked }];
  return [
    { key: 'number', label: t('cardNumber'), value: <GroupedText text={whole.cardNumber ?? ''} /> },
    { key: 'holder', label: t('holderName'), value: whole.holderName },
    { key: 'bank', label: t('bankName'), value: whole.bankName },
  ];
}
