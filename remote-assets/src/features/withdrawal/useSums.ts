import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, type Amount } from '@tessera/shared/money';
import type { KeyValue } from '@tessera/shared/ui';
import { received, type ShownCard, type WithdrawalTerms } from './withdrawalProblem';

/** What is taken, what it costs and what arrives. */
export function useSums(): (terms: WithdrawalTerms, wanted: string, card: ShownCard | null) => KeyValue[] {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  return (terms, wanted, card) => {
    const figure = (sum: Amount) => `${format.figure(sum)} ${terms.asset}`;
    return [
      { key: 'amount', label: t('form.amount'), value: figure(amount(wanted)) },
      ...(terms.networkName === undefined ? [] : [{ key: 'network', label: t('form.network'), value: terms.networkName }]),
      ...(card === null
        ? []
        : [
            { key: 'bank', label: t('form.bank'), value: card.bankName },
            { key: 'holder', label: t('form.holder'), value: card.holderName },
          ]),
      { key: 'fee', label: t('form.fee'), value: figure(amount(terms.fee)) },
      { key: 'receives', label: t('form.receives'), value: figure(received(amount(wanted), terms)), isStrong: true },
    ];
  };
}
