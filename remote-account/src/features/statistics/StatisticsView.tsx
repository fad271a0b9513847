/** The figures themselves. Every rate stands with the number of orders behind it; what cannot be counted is a dash. */
import { shownAsset, type Statistics } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { AmountText, Card, DemoMark, KeyValueList, Row, SectionHeading, Stack } from '@tessera/shared/ui';
import { AccuracyCard } from './AccuracyCard';
import { LabelledBar } from './LabelledBar';
import styles from './Statistics.module.css';

/** Sums have all their digits, so that they add up; an average is shown with two. */
const sumDigits = { leastScale: 2 };
const averageDigits = { scale: 2 };

export function StatisticsView({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const period =
    figures.fromMs === null
      ? t('statistics.since', { time: format.dateTime(figures.asOfMs) })
      : t('statistics.span', { from: format.dateTime(figures.fromMs), to: format.dateTime(figures.asOfMs) });
  return (
    <Stack gap={4}>
      <Row align="between">
        <p className={styles.note}>{period}</p>
        {figures.mode === 'demo' && <DemoMark />}
      </Row>
      <AccuracyCard figures={figures} />
      <Money figures={figures} />
      <Directions figures={figures} />
      {figures.orderProportion.length > 0 && <Proportion figures={figures} />}
      <Yesterday figures={figures} />
      <Products figures={figures} />
    </Stack>
  );
}

function Money({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const asset = shownAsset(figures.asset, figures.mode);
  const money = (key: 'netProfit' | 'volume' | 'maxDrawdown' | 'averageProfit' | 'averageLoss', hasSign = false) => ({
    key,
    label: t(`statistics.figure.${key}`),
    value: (
      <AmountText
        amount={figures[key]}
        {...(key.startsWith('average') ? averageDigits : sumDigits)}
        tone={hasSign ? 'profit' : 'plain'}
      />
    ),
  });
  return (
    <Card as="section">
      <SectionHeading action={<span className={styles.note}>{asset}</span>}>{t('statistics.money')}</SectionHeading>
      <KeyValueList
        layout="grid"
        items={[
          { ...money('netProfit', true), isStrong: true },
          money('volume'),
          money('averageProfit', true),
          money('averageLoss', true),
          { ...money('maxDrawdown'), detail: t('statistics.drawdownNote') },
          {
            key: 'followers',
            label: t('statistics.figure.followers'),
            value: figures.followers ?? '–',
            detail: t('statistics.noFollowers'),
          },
        ]}
      />
    </Card>
  );
}

function Directions({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const won = (wins: number, count: number) => (count === 0 ? t('statistics.noOrders') : t('statistics.wonOf', { wins, count }));
  const { buyCount, sellCount } = figures;
  return (
    <Card as="section">
      <SectionHeading>{t('statistics.directions')}</SectionHeading>
      <Stack gap={3}>
        <LabelledBar
          label={t('statistics.long')}
          value={won(figures.longWins, figures.longOrders)}
          part={figures.longWins}
          whole={figures.longOrders}
          tone="up"
        />
        <LabelledBar
          label={t('statistics.short')}
          value={won(figures.shortWins, figures.shortOrders)}
          part={figures.shortWins}
          whole={figures.shortOrders}
          tone="down"
        />
        <LabelledBar
          label={t('statistics.figure.buyCount')}
          value={String(buyCount)}
          part={buyCount}
          whole={buyCount + sellCount}
          tone="up"
        />
        <LabelledBar
          label={t('statistics.figure.sellCount')}
          value={String(sellCount)}
          part={sellCount}
          whole={buyCount + sellCount}
          tone="down"
        />
      </Stack>
    </Card>
  );
}

function Proportion({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const whole = figures.orderProportion.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <Card as="section">
      <SectionHeading action={<span className={styles.note}>{t('statistics.orders', { count: whole })}</span>}>
        {t('statistics.figure.orderProportion')}
      </SectionHeading>
      <Stack gap={3}>
        {figures.orderProportion.map(({ symbol, orders, share }) => (
          <LabelledBar
            key={symbol}
            label={symbol}
            value={t('statistics.share', { share: format.rate(share, { scale: 1 }), orders: String(orders) })}
            part={orders}
            whole={whole}
          />
        ))}
      </Stack>
    </Card>
  );
}

function Yesterday({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const { yesterday } = figures;
  return (
    <Card as="section">
      <SectionHeading>{t('statistics.figure.yesterday')}</SectionHeading>
      {yesterday.totalOrders === 0 ? (
        <p className={styles.note}>{t('statistics.yesterdayEmpty')}</p>
      ) : (
        <KeyValueList items={[settledRow('yesterday', t('statistics.orders', { count: yesterday.totalOrders }), yesterday, t)]} />
      )}
    </Card>
  );
}

function Products({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const { seconds, leverage, spot } = figures.products;
  return (
    <Card as="section">
      <SectionHeading>{t('statistics.products')}</SectionHeading>
      <KeyValueList
        items={[
          settledRow('seconds', t('statistics.product.seconds'), seconds, t),
          settledRow('leverage', t('statistics.product.leverage'), leverage, t),
          {
            key: 'spot',
            label: t('statistics.product.spot'),
            value: <AmountText amount={spot.volume} {...sumDigits} />,
            detail: t('statistics.boughtSold', { bought: String(spot.bought), sold: String(spot.sold) }),
          },
        ]}
      />
    </Card>
  );
}

type Settled = Statistics['yesterday'] | Statistics['products']['seconds'];
type Translate = ReturnType<typeof useTranslation<'account'>>['t'];

/** A product's or a day's orders in one row: the result, and what it is made of. */
const settledRow = (key: string, label: string, settled: Omit<Settled, 'dayMs' | 'volume'>, t: Translate) => ({
  key,
  label,
  value: <AmountText amount={settled.netProfit} {...sumDigits} tone="profit" />,
  detail: t('statistics.made', {
    profit: String(settled.profitOrders),
    loss: String(settled.lossOrders),
    returned: String(settled.returnedOrders),
  }),
});
