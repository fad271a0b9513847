import type { ReactNode } from 'react';
import { shownAsset } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { AmountText, Card, Row } from '@tessera/shared/ui';
import { HideAmountsButton } from './HideAmountsButton';
import { useAmountsHidden } from './useAmountsHidden';
import { useShownScale } from './useShownScale';
import type { Wallet } from './useWallet';
import styles from './TotalValue.module.css';

interface TotalValueProps {
  readonly wallet: Wallet;
  /** In the wallet's asset, by the prices of this moment. null: not known. */
  readonly total: string | null;
  /** Beside the eye. */
  readonly action?: ReactNode;
}

/** The sum of both accounts and the day's result. */
export function TotalValue({ wallet, total, action }: TotalValueProps) {
  const { t } = useTranslation('wallet');
  const [isHidden] = useAmountsHidden();
  const scale = useShownScale()(wallet.contract.asset);
  const asset = shownAsset(wallet.contract.asset, wallet.mode);
  return (
    <Card as="section" padding="lg">
      <Row align="between">
        <span className={styles.label}>{t('total', { asset })}</span>
        <Row gap={1}>
          <HideAmountsButton />
          {action}
        </Row>
      </Row>
      <p className={styles.total}>
        <AmountText amount={total} scale={scale} size="3xl" isHidden={isHidden} />
      </p>
      {wallet.total === null && <p className={styles.note}>{t('unknownTotal')}</p>}
      <p className={styles.today}>
        {t('todayProfit')}{' '}
        <AmountText amount={wallet.todayProfit} asset={asset} scale={scale} tone="profit" isHidden={isHidden} />
      </p>
    </Card>
  );
}
