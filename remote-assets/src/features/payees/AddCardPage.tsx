import { useState } from 'react';
import { payeeLimits } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpointForm } from '@tessera/shared/react';
import { FormProblem } from '@tessera/shared/step-up';
import { Button, Stack, TextField } from '@tessera/shared/ui';
import { GroupedText } from '../../components/GroupedText';
import { PayeeConfirmation } from './PayeeConfirmation';
import { PayeesFrame } from './PayeesFrame';

/** A bank card: number, holder, bank; then the code. */
export function AddCardPage() {
  const { t } = useTranslation('payees');
  return (
    <PayeesFrame title={t('addCard')}>
      <CardForm />
    </PayeesFrame>
  );
}

const initial = { cardNumber: '', holderName: '', bankName: '' };
/** "4242 4242 4242 4242", whatever was typed or pasted. */
const inFours = (typed: string) =>
  (
    typed
      .normalize('NFKC')
      .replace(/\D/g, '')
      .slice(0, payeeLimits.cardNumber.max)
      .match(/.{1,4}/g) ?? []
  ).join(' ');

function CardForm() {
  const { t } = useTranslation('payees');
  /** The card's number as the exchange read it. */
  const [read, setRead] = useState<string>();
  const form = useEndpointForm('payeeCheck', {
    initial,
    problemsOf: ({ cardNumber, holderName, bankName }) => ({
      cardNumber: cardNumber === '' ? ('cardNumber' as const) : undefined,
      holderName: holderName.trim() === '' ? ('holderName' as const) : undefined,
      bankName: bankName.trim() === '' ? ('bankName' as const) : undefined,
    }),
    problemText: (problem: 'cardNumber' | 'holderName' | 'bankName') => t(`problem.${problem}`),
    toRequest: (values) => ({ kind: 'bank_card' as const, ...values }),
    fieldOf: { WITHDRAWAL_CARD_WRONG: 'cardNumber' },
    onDone: (answer) => setRead(answer.read),
  });
  const { holderName, bankName } = form.values;
  if (read !== undefined)
    return (
      <PayeeConfirmation
        details={{ kind: 'bank_card', cardNumber: read, holderName, bankName }}
        what={t('what', { payee: `•••• ${read.slice(-4)}` })}
        rows={[
          { key: 'number', label: t('cardNumber'), value: <GroupedText text={read} /> },
          { key: 'holder', label: t('holderName'), value: holderName.trim() },
          { key: 'bank', label: t('bankName'), value: bankName.trim() },
        ]}
        onChange={() => setRead(undefined)}
      />
    );
  const number = form.bind('cardNumber');
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <TextField
          label={t('cardNumber')}
          inputMode="numeric"
          autoComplete="cc-number"
          {...number}
          onChange={(typed) => number.onChange(inFours(typed))}
        />
        <TextField
          label={t('holderName')}
          hint={t('holderHint')}
          autoComplete="cc-name"
          maxLength={payeeLimits.holderName}
          {...form.bind('holderName')}
        />
        <TextField label={t('bankName')} autoComplete="off" maxLength={payeeLimits.bankName} {...form.bind('bankName')} />
        <FormProblem text={form.problem} />
        <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
          {t('continue')}
        </Button>
      </Stack>
    </form>
  );
}
