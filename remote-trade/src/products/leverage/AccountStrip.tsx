/** The contract account by the live quotes: equity, used, available, and how near the end of the cross positions is. */
import type { CSSProperties } from 'react';
import type { LeverageTerms } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { compare, divide, isPositive, min, rate, toDrawingNumber, type Rate } from '@tessera/shared/money';
import type { AccountFigures } from '@tessera/shared/trading';
import { AmountText, Card, KeyValueList } from '@tessera/shared/ui';
import { useLeverageTexts } from './useTexts';
import styles from './AccountStrip.module.css';

interface AccountStripProps {
  readonly account: AccountFigures;
  readonly terms: LeverageTerms;
}

const whole = rate('1');

export function AccountStrip({ account, terms }: AccountStripProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { equity, usedMargin, available, marginLevel } = account;
  const risk = riskOf(account, rate(terms.stopOutLevel));
  const isCross = marginLevel !== undefined;
  const tone =
    risk === undefined
      ? 'calm'
      : isCross && compare(marginLevel, rate(terms.marginCallLevel)) <= 0
        ? 'high'
        : compare(risk, rate('0.5')) > 0
          ? 'raised'
          : 'calm';
  const label = isCross ? t('leverage.account.level') : t('leverage.account.inUse');
  const value = isCross ? format.rate(marginLevel, { scale: 0 }) : risk === undefined ? '–' : format.rate(risk, { scale: 0 });
  // A custom property set through the object model, which a strict style policy admits.
  const fill = { '--risk': risk === undefined ? '0%' : `${toDrawingNumber(risk) * 100}%` } as CSSProperties;
  return (
    <Card tone="sunken" as="section" aria-label={t('leverage.account.heading')}>
      <KeyValueList
        layout="grid"
        columns={3}
        items={[
          { key: 'equity', label: t('leverage.account.equity'), value: <AmountText amount={equity} scale={2} /> },
          { key: 'used', label: t('leverage.account.used'), value: <AmountText amount={usedMargin} scale={2} /> },
          { key: 'available', label: t('leverage.account.available'), value: <AmountText amount={available} scale={2} /> },
        ]}
      />
      <div className={styles.risk} style={fill} data-tone={tone}>
        <span>{label}</span>
        <span className={styles.bar} aria-hidden />
        <strong>{value}</strong>
      </div>
      {tone === 'high' && (
        <p className={styles.warning}>{t('leverage.account.call', { level: format.rate(terms.stopOutLevel, { scale: 0 }) })}</p>
      )}
      <span className={styles.unit}>{t('leverage.account.unit', { unit: texts.unit })}</span>
    </Card>
  );
}

/** How much of the way to the stop-out is gone; without cross positions, how much of the equity is in use. */
function riskOf({ equity, usedMargin, marginLevel }: AccountFigures, stopOutLevel: Rate): Rate | undefined {
  if (marginLevel !== undefined) return isPositive(marginLevel) ? min(whole, divide(stopOutLevel, marginLevel, 4, 'up')) : whole;
  return equity === undefined || !isPositive(equity) ? undefined : min(whole, divide(usedMargin, equity, 4, 'up'));
}
