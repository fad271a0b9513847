import { useTranslation } from '@tessera/shared/kernel';
import { AmountText, Card, Eye, EyeOff, IconButton, Row } from '@tessera/shared/ui';
import type { Wallet } from '../../components/useWallet';
import { useShownScale } from '../../components/useShownScale';
import styles from './TotalValue.module.css';

interface TotalValueProps {
  readonly wallet: Wallet;
  /** By the prices of this moment. null: not known. */
  readonly total: string | null;
  /** As shown: dUSDT in demo mode. */
  readonly asset: string;
  readonly isHidden: boolean;
  readonly onToggleHidden: () => void;
}

/** The sum of both accounts and the day's result. In demo mode it says what this money is. */
export function TotalValue({ wallet, total, asset, isHidden, onToggleHidden }: TotalValueProps) {
  const { t } = useTranslation('assets');
  const scale = useShownScale()(wallet.contract.asset);
  return (
    <Card as="section" padding="lg">
      <Row align="between">
        <span className={styles.label}>{t('overview.total', { asset })}</span>
        <Row gap={1}>
          <IconButton
            label={isHidden ? t('overview.showAmounts') : t('overview.hideAmounts')}
            icon={isHidden ? EyeOff : Eye}
            isPressed={isHidden}
            onClick={onToggleHidden}
          />
        </Row>
      </Row>
      <p className={styles.total}>
        <AmountText amount={total} scale={scale} size="3xl" isHidden={isHidden} />
      </p>
      {wallet.total === null && <p className={styles.note}>{t('overview.unknownTotal')}</p>}
      <p className={styles.today}>
        {t('overview.todayProfit')}{' '}
        <AmountText amount={wallet.todayProfit} asset={asset} scale={scale} tone="profit" isHidden={isHidden} />
      </p>
      {wallet.mode === 'demo' && <p className={styles.note}>{t('overview.demoNote')}</p>}
    </Card>
  );
}
