import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { rate, subtract } from '@tessera/shared/money';
import { AmountText, KeyValueList, PriceText } from '@tessera/shared/ui';
import type { CloseEstimate } from './closing';
import { useLeverageTexts } from './useTexts';

interface CloseFiguresProps {
  /** undefined while what is typed, or the price, makes none. */
  readonly estimate: CloseEstimate | undefined;
  readonly feeRate: string;
  readonly digits: number;
}

/** What closing would bring at the price now. */
export function CloseFigures({ estimate, feeRate, digits }: CloseFiguresProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  return (
    <KeyValueList
      items={[
        { key: 'price', label: t('positions.priceNow'), value: <PriceText price={estimate?.at} scale={digits} /> },
        {
          key: 'profit',
          label: t('leverage.priceProfit'),
          value: <AmountText amount={estimate?.profit} asset={texts.unit} leastScale={2} tone="profit" />,
        },
        {
          key: 'fee',
          label: t('leverage.closeFee'),
          value: <AmountText amount={estimate?.fee} asset={texts.unit} leastScale={2} />,
          detail: t('leverage.feeBase', { rate: format.rate(rate(feeRate), { scale: 3 }) }),
        },
        {
          key: 'net',
          label: t('positions.afterFee'),
          value: (
            <AmountText
              amount={estimate === undefined ? undefined : subtract(estimate.profit, estimate.fee)}
              asset={texts.unit}
              leastScale={2}
              tone="profit"
            />
          ),
          detail: t('positions.estimate'),
          isStrong: true,
        },
      ]}
    />
  );
}
