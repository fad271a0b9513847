/** What was paid, with pictures of it, or what is to be paid by card. Typed text stays text; the server says what it is worth. */
import { useState } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { TopUpMethod } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isPositive, rate, toText } from '@tessera/shared/money';
import { OnlineButton, useDialogs, useNavigation, useRefresh } from '@tessera/shared/react';
import { AmountField, Notice, Stack } from '@tessera/shared/ui';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import type { MethodProps } from './methods/MethodProps';
import { PaymentPictures, type PicturePlace } from '../../components/PaymentPictures';
import { topUpProblem } from './topUpProblem';
import { useTopUpAdapter } from './useTopUpAdapter';

interface TopUpFormProps {
  readonly method: TopUpMethod;
  readonly terms: MethodProps['terms'];
  /** Of the method crypto. */
  readonly network: MethodProps['terms']['networks'][number] | undefined;
}

/** Of a server that does not say. */
const usualScale = 8;

export function TopUpForm({ method, terms, network }: TopUpFormProps) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const refresh = useRefresh();
  const [typed, setTyped] = useState('');
  const [places, setPlaces] = useState<readonly PicturePlace[]>([{ key: 1, id: undefined }]);
  const { asset, max, turnoverFactor, scale = usualScale } = terms;
  const isByCard = method === 'bank_card';
  const min = network?.min ?? terms.min;
  const adapter = useTopUpAdapter();
  useResumedAction(adapter);
  const topUp = useMoneyAction(adapter, {
    guard: t('sending'),
    onAccepted({ id }) {
      topUp.close();
      refresh('topUpLog', 'serviceConversation');
      dialogs.toast(t(isByCard ? 'card.done' : 'done', { number: id }), { tone: 'success' });
      navigation.redirect('/pages/assets/topupOrder', { id });
    },
  });
  const { action, isUnderWay } = topUp;
  const parsed = format.parseTyped(typed, scale);
  const wanted = parsed.ok ? amount(parsed.value) : undefined;
  const uploadIds = places.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const problem = topUpProblem(wanted, { min, max }, { needsPicture: method === 'crypto', pictures: uploadIds.length });
  const problemText =
    problem === undefined
      ? undefined
      : isByCard && problem === 'missing'
        ? t('card.missing')
        : t(`problem.${problem}`, { min: format.figure(min), max: format.figure(max), asset });
  const amountLabel = t(isByCard ? 'card.amount' : 'amount');

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === undefined || problem !== undefined || isUnderWay) return;
        const request = { method, asset, amount: toText(wanted), uploadIds };
        topUp.ask(network === undefined ? request : { ...request, network: network.network }, { terms: undefined });
      }}
    >
      <Stack gap={4}>
        <AmountField
          label={amountLabel}
          name="amount"
          value={typed}
          onChange={setTyped}
          unit={asset}
          scale={scale}
          disabled={isUnderWay}
          hint={t('bounds', { min: format.figure(min), max: format.figure(max), asset })}
          problem={problem === 'below' || problem === 'above' ? problemText : undefined}
        />
        {!isByCard && <PaymentPictures places={places} onChange={setPlaces} isDisabled={isUnderWay} />}
        {isPositive(rate(turnoverFactor)) && <Notice>{t('turnover', { factor: format.figure(turnoverFactor) })}</Notice>}
        <MoneyActionNotice action={action} unknown={t('unknown')} />
        <OnlineButton type="submit" size="lg" isBlock isBusy={isUnderWay} disabled={problem !== undefined}>
          {problemText ?? t('submit')}
        </OnlineButton>
      </Stack>
      <ReviewSheet
        handle={topUp}
        title={t('review')}
        rows={[
          { key: 'method', label: t('method.label'), value: t(`method.${method}`) },
          ...(network === undefined ? [] : [{ key: 'network', label: t('network'), value: network.name }]),
          { key: 'amount', label: amountLabel, value: `${format.figure(wanted ?? '0')} ${asset}`, isStrong: true },
          ...(isByCard ? [] : [{ key: 'pictures', label: t('pictures'), value: format.figure(String(uploadIds.length)) }]),
        ]}
        note={isPositive(rate(turnoverFactor)) ? t('turnover', { factor: format.figure(turnoverFactor) }) : undefined}
        unknown={t('unknown')}
        confirm={t(isByCard ? 'card.confirm' : 'confirm')}
      />
    </form>
  );
}
