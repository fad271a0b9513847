/** The ticket's receipt: what a long and a short would come to, side by side over their buttons. */
import type { ReactNode } from 'react';
import type { LeverageTerms } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { add } from '@tessera/shared/money';
import { AmountText, Card, PriceText } from '@tessera/shared/ui';
import { useLeverageTexts } from './useTexts';
import type { SideFigures } from './figures';
import { useFeeWords } from './useFeeWords';
import styles from './TicketFigures.module.css';

interface SideReceiptProps {
  readonly terms: LeverageTerms;
  /** undefined while size or price are not known. */
  readonly long: SideFigures | undefined;
  readonly short: SideFigures | undefined;
}

export function SideReceipt({ terms, long, short }: SideReceiptProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const texts = useLeverageTexts();
  const words = useFeeWords(terms);
  const isCross = terms.marginMode === 'cross';
  const amountOf =
    (pick: (side: SideFigures) => Parameters<typeof AmountText>[0]['amount']) => (side: SideFigures | undefined) => (
      <AmountText amount={side && pick(side)} scale={2} />
    );
  const rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly detail?: string;
    readonly of: (side: SideFigures | undefined) => ReactNode;
  }[] = [
    {
      key: 'price',
      label: t('leverage.price'),
      detail: t('leverage.spreadIncluded'),
      of: (side) => <PriceText price={side?.price} scale={terms.digits} />,
    },
    { key: 'notional', label: t('leverage.notional'), of: amountOf(({ preview }) => preview.notional) },
    { key: 'margin', label: t('leverage.margin'), of: amountOf(({ preview }) => preview.margin) },
    {
      key: 'fee',
      label: t('leverage.feeBoth'),
      detail: words.feeShort,
      of: amountOf(({ preview }) => add(preview.openFee, preview.closeFee)),
    },
    {
      key: 'swap',
      label: t('leverage.swapPerNight'),
      ...(words.triple === undefined ? {} : { detail: words.triple }),
      of: amountOf(({ preview }) => preview.swapPerNight),
    },
    isCross
      ? {
          key: 'level',
          label: t('leverage.levelAfter'),
          detail: t('leverage.levelBefore', {
            level: long?.level?.before === undefined ? '–' : format.rate(long.level.before, { scale: 0 }),
          }),
          of: (side) => (side?.level?.after === undefined ? '–' : format.rate(side.level.after, { scale: 0 })),
        }
      : {
          key: 'liquidation',
          label: t('leverage.line.liquidation'),
          of: (side) => <PriceText price={side?.preview.liquidationPrice} scale={terms.digits} />,
        },
    ...(long?.stopLoss === undefined && short?.stopLoss === undefined
      ? []
      : [
          {
            key: 'loss',
            label: t('leverage.lossAtStop'),
            detail: t('leverage.withFees'),
            of: amountOf((side) => (side.stopProblem === undefined ? side.lossAtStop : undefined)),
          },
        ]),
  ];
  return (
    <Card tone="sunken">
      <table className={styles.receipt}>
        <caption className={styles.caption}>{t('leverage.receipt', { unit: texts.unit })}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{tCommon('direction.long')}</th>
            <th scope="col">{tCommon('direction.short')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, detail, of }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {detail !== undefined && <span className={styles.detail}>{detail}</span>}
              </th>
              <td>{of(long)}</td>
              <td>{of(short)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
