import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { formatCountdown } from '@tessera/shared/i18n';
import { everyQuarterSecond$, useLive } from '@tessera/shared/react';
import { remainingMs } from '@tessera/shared/time';
import { useHost } from '../bootstrap/HostServices';
import styles from './RunningOrdersChip.module.css';

const contractPath = '/pages/contract/index';

/** Seconds orders in flight, wherever the person is: how many, and when the next one expires, on the server's time. */
export function RunningOrdersChip(): ReactNode {
  const { runningOrders, clock, navigation } = useHost();
  const { t } = useTranslation('host');
  const orders = useLive(runningOrders);
  const hasOrders = orders.length > 0;
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!hasOrders) return undefined;
    const subscription = everyQuarterSecond$.subscribe(setTick);
    return () => subscription.unsubscribe();
  }, [hasOrders]);
  if (!hasOrders) return null;

  const nextMs = remainingMs(Math.min(...orders.map((order) => order.expiresAtMs)), clock.now());
  const time = formatCountdown(nextMs);
  const count = t('running.count', { count: orders.length });
  return (
    <a
      href={`#${contractPath}`}
      className={styles.chip}
      aria-label={`${count}. ${nextMs === 0 ? t('running.settling') : t('running.next', { time })}`}
      onClick={(event) => {
        event.preventDefault();
        navigation.switchTab(contractPath);
      }}
    >
      <span aria-hidden className={styles.count}>
        {orders.length}
      </span>
      <span aria-hidden className={styles.time}>
        {nextMs === 0 ? t('running.settling') : time}
      </span>
    </a>
  );
}
