/** One order: figures, the terms at the purchase, its history, the interest paid, and early redemption. */
import { useState } from 'react';
import { shownAsset, type AccountMode, type TreasureOrder } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, compare, isPositive, isZero } from '@tessera/shared/money';
import { OnlineButton } from '@tessera/shared/react';
import { KeyValueList, Notice, SectionHeading, Sheet, Stack } from '@tessera/shared/ui';
import { InterestRecords } from './InterestRecords';
import { OrderBadge } from './OrderBadge';
import { RedeemSheet } from './RedeemSheet';
import { useTermsText } from './useTermsText';
import styles from './Treasure.module.css';

interface OrderSheetProps {
  readonly order: TreasureOrder;
  readonly mode: AccountMode;
  readonly onClose: () => void;
}

export function OrderSheet({ order, mode, onClose }: OrderSheetProps) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const terms = useTermsText();
  const [isRedeeming, setIsRedeeming] = useState(false);
  if (isRedeeming) return <RedeemSheet order={order} mode={mode} onClose={() => setIsRedeeming(false)} />;
  const isPending = order.status === 'pending_review';
  const isOver = order.status === 'completed' || order.status === 'cancelled';
  const isLockedWhole = isAllLocked(order);
  const mayEnd = isPending || (order.status === 'in_custody' && order.redemption !== null && !isLockedWhole);
  const locked = isPositive(amount(order.locked)) ? `${format.figure(order.locked)} ${shownAsset(order.asset, mode)}` : undefined;
  return (
    <Sheet
      isOpen
      title={t('days', { count: order.days })}
      description={terms.rate(order)}
      onClose={onClose}
      footer={
        mayEnd ? (
          <OnlineButton isBlock variant="secondary" onClick={() => setIsRedeeming(true)}>
            {t(isPending ? 'redeem.cancel' : 'redeem.open')}
          </OnlineButton>
        ) : undefined
      }
    >
      <Stack gap={4}>
        <div>
          <OrderBadge order={order} />
        </div>
        {order.reason !== null && (
          <Notice tone="danger" title={t('order.reason')}>
            {order.reason}
          </Notice>
        )}
        {isPending && <Notice>{t('buy.pendingText')}</Notice>}
        {locked !== undefined && (
          <Notice tone="warning">
            {t(order.status === 'in_custody' && isLockedWhole ? 'order.lockedWhole' : 'order.locked', { amount: locked })}
          </Notice>
        )}
        <OrderFacts order={order} mode={mode} />
        {!isOver && <p className={styles.line}>{terms.redemption(order.redemption)}</p>}
        <OrderSteps order={order} mode={mode} />
        {order.startsAtMs !== null && !(isOver && isZero(amount(order.earned))) && (
          <InterestRecords orderId={order.id} mode={mode} />
        )}
      </Stack>
    </Sheet>
  );
}

/** Whether all that could be redeemed is locked by a loan. */
const isAllLocked = ({ principal, locked, redemption }: TreasureOrder): boolean =>
  isPositive(amount(locked)) && (redemption?.isPartly !== true || compare(amount(locked), amount(principal)) >= 0);

function OrderFacts({ order, mode }: Pick<OrderSheetProps, 'order' | 'mode'>) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const figure = (sum: string) => `${format.figure(sum)} ${shownAsset(order.asset, mode)}`;
  const moments = [
    { key: 'starts', atMs: order.startsAtMs },
    // What was ended early did not end then; its steps say when it did.
    { key: 'ends', atMs: order.end === 'redeemed' ? null : order.endsAtMs },
    { key: 'nextPay', atMs: order.nextPayAtMs },
  ] as const;
  const hasPenalty = isPositive(amount(order.penalty));
  const isOver = order.status === 'completed' || order.status === 'cancelled';
  return (
    <KeyValueList
      items={[
        { key: 'bought', label: t('order.bought'), value: figure(order.amount) },
        ...(isOver
          ? []
          : [
              ...(order.status === 'in_custody'
                ? [{ key: 'kept', label: t('order.kept'), value: figure(order.principal), isStrong: true }]
                : []),
              { key: 'perDay', label: t('calc.perDay'), value: figure(order.perDay) },
            ]),
        ...(order.status === 'cancelled'
          ? []
          : [{ key: 'earned', label: t('order.earned'), value: figure(order.earned), isStrong: isOver && !hasPenalty }]),
        ...(isOver ? [] : [{ key: 'expected', label: t('order.expected'), value: figure(order.expectedIncome) }]),
        ...(hasPenalty
          ? [
              { key: 'penalty', label: t('order.penalty'), value: figure(order.penalty) },
              { key: 'profit', label: t('order.profit'), value: figure(order.profit), isStrong: true },
            ]
          : []),
        ...moments.flatMap(({ key, atMs }) =>
          atMs === null ? [] : [{ key, label: t(`order.${key}`), value: format.dateTime(atMs) }],
        ),
        { key: 'number', label: t('order.number'), value: order.orderNumber },
      ]}
    />
  );
}

function OrderSteps({ order, mode }: Pick<OrderSheetProps, 'order' | 'mode'>) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  return (
    <section>
      <SectionHeading level={3}>{t('order.steps')}</SectionHeading>
      <ol className={styles.steps}>
        {order.steps.map(({ step, atMs, amount: sum }) => (
          <li key={`${step}/${atMs}`}>
            <time className={styles.when} dateTime={new Date(atMs).toISOString()}>
              {format.dateTime(atMs)}
            </time>
            {t(`step.${step}`)}
            {sum !== null && `: ${format.figure(sum)} ${shownAsset(order.asset, mode)}`}
          </li>
        ))}
      </ol>
    </section>
  );
}
