/** What a leveraged order comes to, at the price that was seen or named and not at the one of this moment. */
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, price, rate, type Amount, type Price } from '@tessera/shared/money';
import { AmountText, PriceText, type KeyValue } from '@tessera/shared/ui';
import { sideFigures } from './figures';
import type { LeverageDraft, ReviewedTerms } from './useAdapter';
import { useFeeWords } from './useFeeWords';
import { useLeverageTexts } from './useTexts';

export function useReviewRows(draft: LeverageDraft, reviewed: ReviewedTerms): readonly KeyValue[] {
  const { terms, seenPrice, ...priced } = reviewed;
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const words = useFeeWords(terms);
  const typed = (at: string | undefined) => (at === undefined ? undefined : ({ unit: 'price', figure: amount(at) } as const));
  const { preview, lossAtStop, level, hold } = sideFigures({
    ...priced,
    info: draft.info,
    terms,
    direction: draft.direction,
    leverage: draft.leverage,
    lots: amount(draft.lots),
    limitPrice: draft.limitPrice === undefined ? undefined : price(draft.limitPrice),
    seenPrice: seenPrice === undefined ? undefined : price(seenPrice),
    takeProfit: typed(draft.takeProfit),
    stopLoss: typed(draft.stopLoss),
  });
  const at = (figure: Price | string | undefined) => <PriceText price={figure} scale={terms.digits} />;
  const money = (figure: Amount | undefined) => <AmountText amount={figure} asset={texts.unit} leastScale={2} />;
  const share = (of: typeof level) =>
    `${of?.before === undefined ? '–' : format.rate(of.before, { scale: 0 })} → ${of?.after === undefined ? '–' : format.rate(of.after, { scale: 0 })}`;
  return [
    {
      key: 'price',
      label: t(draft.entrustment === 'limit' ? 'leverage.line.limit' : 'leverage.price'),
      value: at(draft.limitPrice ?? seenPrice),
      detail: t('leverage.spreadIncluded'),
      isStrong: true,
    },
    { key: 'lots', label: t('leverage.lots'), value: format.figure(draft.lots) },
    { key: 'notional', label: t('leverage.notional'), value: money(preview.notional) },
    { key: 'margin', label: t('leverage.margin'), value: money(preview.margin) },
    { key: 'openFee', label: t('leverage.openFee'), value: money(preview.openFee), detail: words.fee },
    { key: 'closeFee', label: t('leverage.closeFee'), value: money(preview.closeFee), detail: t('leverage.closeFeeHint') },
    {
      key: 'cost',
      label: t('leverage.cost'),
      value: money(preview.cost),
      detail: t('leverage.held', { amount: texts.amount(hold) }),
      isStrong: true,
    },
    {
      key: 'swap',
      label: t('leverage.swapPerNight'),
      value: money(preview.swapPerNight),
      ...(words.triple === undefined ? {} : { detail: words.triple }),
    },
    ...(terms.marginMode === 'isolated'
      ? [
          {
            key: 'liquidation',
            label: t('leverage.line.liquidation'),
            value: at(preview.liquidationPrice),
            detail: t('leverage.liquidationHint'),
          },
        ]
      : [
          {
            key: 'level',
            label: t('leverage.account.level'),
            value: share(level),
            detail: t('leverage.levelHint', { out: format.rate(rate(terms.stopOutLevel), { scale: 0 }) }),
          },
          {
            key: 'stopOut',
            label: t('leverage.stopOutPrice'),
            value: at(preview.liquidationPrice),
            detail: t('leverage.stopOutHint'),
          },
        ]),
    { key: 'breakEven', label: t('leverage.breakEven'), value: at(preview.breakEvenPrice), detail: t('leverage.withFees') },
    ...(draft.takeProfit === undefined ? [] : [{ key: 'tp', label: t('leverage.line.takeProfit'), value: at(draft.takeProfit) }]),
    ...(draft.stopLoss === undefined
      ? []
      : [
          { key: 'sl', label: t('leverage.line.stopLoss'), value: at(draft.stopLoss) },
          { key: 'loss', label: t('leverage.lossAtStop'), value: money(lossAtStop), detail: t('leverage.withFees') },
        ]),
  ];
}
