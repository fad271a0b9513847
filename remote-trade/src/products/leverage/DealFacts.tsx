import type { LeverageDeal } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { isZero, amount } from '@tessera/shared/money';
import { AmountText, KeyValueList } from '@tessera/shared/ui';
import { netOf, useLeverageTexts } from './useTexts';

/** One deal as a receipt: the deciding tick, the price with its spread, the money. */
export function DealFacts({ deal, digits }: { readonly deal: LeverageDeal; readonly digits: number | undefined }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const net = netOf(deal);
  const money = (figure: string) => <AmountText amount={figure} asset={texts.unit} leastScale={2} />;
  return (
    <KeyValueList
      items={[
        { key: 'lots', label: t('leverage.lots'), value: format.figure(deal.lots) },
        {
          key: 'price',
          label: t(deal.kind === 'open' ? 'leverage.line.entry' : 'leverage.closePrice'),
          value: format.figure(deal.price, { scale: digits }),
          detail: t('leverage.decidedBy', {
            price: format.figure(deal.tickPrice, { scale: digits }),
            seq: String(deal.tickSeq),
            time: format.timeMs(deal.tickAtMs),
          }),
          isStrong: true,
        },
        { key: 'notional', label: t('leverage.notional'), value: money(deal.notional) },
        {
          key: 'margin',
          label: t(deal.kind === 'open' ? 'leverage.margin' : 'leverage.marginReleased'),
          value: money(deal.margin),
        },
        ...(net === null
          ? []
          : [
              {
                key: 'net',
                label: t('positions.afterFee'),
                value: <AmountText amount={net} asset={texts.unit} leastScale={2} tone="profit" />,
                isStrong: true,
              },
              {
                key: 'profit',
                label: t('leverage.priceProfit'),
                value: <AmountText amount={deal.profit} asset={texts.unit} leastScale={2} sign="always" />,
              },
            ]),
        { key: 'fee', label: t('leverage.fee'), value: money(deal.fee) },
        ...(isZero(amount(deal.insured))
          ? []
          : [{ key: 'insured', label: t('leverage.insured'), value: money(deal.insured), detail: t('leverage.insuredHint') }]),
      ]}
    />
  );
}
