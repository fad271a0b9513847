/** What was paid, with pictures of it. Typed text stays text; the server says what it is worth. */
import { useState } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { TopUpMethod, TopUpTerms } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isPositive, rate, toText } from '@tessera/shared/money';
import { PictureField } from '@tessera/shared/pictures';
import { useConnection, useDialogs, useNavigation, useRefresh } from '@tessera/shared/react';
import { AmountField, Button, LiveRegion, Notice, Stack } from '@tessera/shared/ui';
import { topUpProblem } from './topUpProblem';
import { useTopUpAdapter } from './useTopUpAdapter';

export type TopUpAsset = TopUpTerms['methods'][number]['assets'][number];

interface TopUpFormProps {
  readonly method: TopUpMethod;
  readonly terms: TopUpAsset;
  /** Of the method crypto. */
  readonly network: TopUpAsset['networks'][number] | undefined;
}

const scale = 8;
const mostPictures = 6;

export function TopUpForm({ method, terms, network }: TopUpFormProps) {
  const { t } = useTranslation('topup');
  const { t: tActions } = useTranslation('actions');
  const format = useFormat();
  const errorText = useErrorText();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const refresh = useRefresh();
  const isOffline = useConnection() === 'offline';
  const [typed, setTyped] = useState('');
  /** A place for each picture; undefined as long as it was not sent. */
  const [places, setPlaces] = useState<readonly { readonly key: number; readonly id: string | undefined }[]>([
    { key: 1, id: undefined },
  ]);
  const { asset, max, turnoverFactor } = terms;
  const min = network?.min ?? terms.min;
  const adapter = useTopUpAdapter();
  useResumedAction(adapter);
  const topUp = useMoneyAction(adapter, {
    guard: t('sending'),
    onAccepted({ id }) {
      topUp.close();
      refresh('topUpLog', 'serviceConversation');
      dialogs.toast(t('done', { number: id }), { tone: 'success' });
      navigation.redirect('/pages/assets/topupOrder', { id });
    },
  });
  const { action, isUnderWay } = topUp;
  const parsed = format.parseTyped(typed, scale);
  const wanted = parsed.ok ? amount(parsed.value) : undefined;
  const uploadIds = places.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const problem = topUpProblem(wanted, { min, max }, { needsPicture: method === 'crypto', pictures: uploadIds.length });
  const problemText =
    problem === undefined ? undefined : t(`problem.${problem}`, { min: format.figure(min), max: format.figure(max), asset });
  const reason = action.state === 'refused' ? action.reason : undefined;
  const place = (key: number, id: string | undefined) =>
    setPlaces((before) => before.map((one) => (one.key === key ? { key, id } : one)));

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
          label={t('amount')}
          name="amount"
          value={typed}
          onChange={setTyped}
          unit={asset}
          scale={scale}
          disabled={isUnderWay}
          hint={t('bounds', { min: format.figure(min), max: format.figure(max), asset })}
          problem={problem === 'below' || problem === 'above' ? problemText : undefined}
        />
        {places.map(({ key, id }, index) => (
          <Stack key={key} gap={2}>
            <PictureField
              label={t('picture', { n: format.figure(String(index + 1)) })}
              hint={t('pictureHint')}
              purpose="topup"
              field={`payment-${key}`}
              value={id}
              problem={undefined}
              onChange={(next) => place(key, next)}
            />
            {(places.length > 1 || id !== undefined) && (
              <Button
                variant="quiet"
                isBlock
                disabled={isUnderWay}
                onClick={() =>
                  setPlaces((before) =>
                    before.length > 1
                      ? before.filter((one) => one.key !== key)
                      : // Another key is another field: the picture that was sent is forgotten.
                        [{ key: key + 1, id: undefined }],
                  )
                }
              >
                {t('remove', { n: format.figure(String(index + 1)) })}
              </Button>
            )}
          </Stack>
        ))}
        {places.length < mostPictures && places.every(({ id }) => id !== undefined) && (
          <Button
            variant="secondary"
            isBlock
            onClick={() => setPlaces([...places, { key: Math.max(...places.map(({ key }) => key)) + 1, id: undefined }])}
          >
            {t('another')}
          </Button>
        )}
        {isPositive(rate(turnoverFactor)) && <Notice>{t('turnover', { factor: format.figure(turnoverFactor) })}</Notice>}
        <LiveRegion isUrgent>
          {(action.state === 'unknown' || reason === 'neverArrived') && <Notice tone="warning">{t('unknown')}</Notice>}
          {reason !== undefined && reason !== 'neverArrived' && <Notice tone="danger">{errorText(reason)}</Notice>}
        </LiveRegion>
        <Button type="submit" size="lg" isBlock isBusy={isUnderWay} disabled={problem !== undefined || isOffline}>
          {isOffline ? tActions('offline') : (problemText ?? t('submit'))}
        </Button>
      </Stack>
      <ReviewSheet
        handle={topUp}
        title={t('review')}
        rows={[
          { key: 'method', label: t('method.label'), value: t(`method.${method}`) },
          ...(network === undefined ? [] : [{ key: 'network', label: t('network'), value: network.name }]),
          { key: 'amount', label: t('amount'), value: `${format.figure(wanted ?? '0')} ${asset}`, isStrong: true },
          { key: 'pictures', label: t('pictures'), value: format.figure(String(uploadIds.length)) },
        ]}
        note={isPositive(rate(turnoverFactor)) ? t('turnover', { factor: format.figure(turnoverFactor) }) : undefined}
        unknown={t('unknown')}
        confirm={t('confirm')}
      />
    </form>
  );
}
