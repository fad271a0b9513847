import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useClock } from '@tessera/shared/react';
import { spansOfWeek, weekStartOf } from '@tessera/shared/time';
import { Card, SectionHeading } from '@tessera/shared/ui';
import styles from './InfoPage.module.css';

/** When a market trades, in the reader's own time. */
export function MarketHours({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const clock = useClock();
  const { state, nextChangeAtMs } = info.market;
  return (
    <section>
      <SectionHeading>{t('info.hours', { symbol: info.symbol })}</SectionHeading>
      <Card>
        {info.weeklyHours === undefined ? (
          <p className={styles.text}>{t('info.always')}</p>
        ) : (
          <ul className={styles.hours}>
            {spansOfWeek(info.weeklyHours, weekStartOf(clock.now()), info.holidays).map(({ fromMs, toMs }) => (
              <li key={fromMs}>{t('info.hoursRange', { from: format.weekTime(fromMs), to: format.weekTime(toMs) })}</li>
            ))}
          </ul>
        )}
        {state !== 'trading' && nextChangeAtMs !== null && (
          <p className={styles.text}>
            {tCommon(`market.${state}`)}: {t(`leverage.market.${state}`, { time: format.zonedTime(nextChangeAtMs) })}
          </p>
        )}
      </Card>
    </section>
  );
}
