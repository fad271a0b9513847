import { ReviewSheet } from '@tessera/shared/actions';
import { shownAsset, type SecondsQuote } from '@tessera/shared/contract';
import { feeOf, payoutOf } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { add, amount, rate } from '@tessera/shared/money';
import { useSessionState } from '@tessera/shared/react';
import { Badge, DemoMark, Row, type KeyValue } from '@tessera/shared/ui';
import type { SecondsAction, SecondsDraft } from './useAdapter';
import { useOrderTexts } from './useTexts';

interface ConfirmSheetProps {
  readonly placing: SecondsAction;
  readonly scale: number;
}

/** What a seconds order comes to under the terms that the exchange offers for the next seconds. */
export function ConfirmSheet({ placing, scale }: ConfirmSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  const { mode } = useSessionState();
  const { action } = placing;
  const draft = 'draft' in action ? action.draft : undefined;
  if (draft === undefined) return null;
  const quote = 'offer' in action ? action.offer?.terms : undefined;
  const before = 'before' in action ? action.before : undefined;
  const shown = (price: string) => format.figure(price, { scale: draft.info.digits });
  return (
    <ReviewSheet
      handle={placing}
      title={t('confirm.title')}
      heading={
        <Row gap={2} isWrapping>
          <strong>{draft.info.symbol}</strong>
          <Badge tone={draft.direction === 'long' ? 'up' : 'down'}>{texts.direction(draft)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
      }
      rows={quote && rowsOf(draft, quote)}
      note={t('confirm.rule')}
      changed={
        quote === undefined || before === undefined || before.price === quote.price
          ? undefined
          : t('confirm.moved', { old: shown(before.price), new: shown(quote.price) })
      }
      unknown={t('confirm.unknown')}
      confirm={t('confirm.place')}
      variant={draft.direction}
    />
  );

  function rowsOf({ stake, asset, duration }: SecondsDraft, { price, payoutRate, feeRate }: SecondsQuote): KeyValue[] {
    const terms = { stake: amount(stake), payoutRate: rate(payoutRate), feeRate: rate(feeRate), scale };
    const fee = feeOf(terms);
    const money = (figure: Parameters<typeof format.figure>[0]) =>
      `${format.figure(figure, { leastScale: 2 })} ${shownAsset(asset, mode)}`;
    return [
      { key: 'duration', label: t('confirm.duration'), value: texts.duration(duration.seconds) },
      { key: 'price', label: t('confirm.price'), value: shown(price) },
      { key: 'stake', label: t('confirm.stake'), value: money(terms.stake) },
      { key: 'fee', label: t('confirm.fee'), value: money(fee) },
      { key: 'total', label: t('confirm.total'), value: money(add(terms.stake, fee)), isStrong: true },
      { key: 'right', label: t('confirm.ifRight'), value: money(payoutOf(terms)), isStrong: true },
    ];
  }
}
