import { shownAsset } from '@tessera/shared/contract';
import { amount, isZero } from '@tessera/shared/money';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { AmountText, Card, ChangeText, DemoMark, IconButton, RefreshCw, Row } from '@tessera/shared/ui';
import { HideAmountsButton, useAmountsHidden, useShownScale, type Wallet } from '@tessera/shared/wallet';
import { CurrencyValue } from './CurrencyValue';
import { todayChange } from './dayValues';
import type { Portfolio } from './usePortfolio';
import { useValueHistory } from './useValueHistory';
import styles from './TotalCard.module.css';

interface TotalCardProps {
  readonly wallet: Wallet;
  readonly portfolio: Portfolio;
  readonly currency: string;
  readonly onCurrency: (code: string) => void;
  readonly onRefresh: () => void;
}

/** The worth of everything, in the wallet's asset and in one more currency, and what became of it today. */
export function TotalCard({ wallet, portfolio, currency, onCurrency, onRefresh }: TotalCardProps) {
  const { t } = useTranslation('assets');
  const { t: tWallet } = useTranslation('wallet');
  const [isHidden] = useAmountsHidden();
  const scale = useShownScale()(wallet.contract.asset);
  const asset = shownAsset(wallet.contract.asset, wallet.mode);
  const isDemo = wallet.mode === 'demo';
  return (
    <Card as="section" padding="lg" className={styles.card} data-mode={wallet.mode}>
      <Row align="between" isWrapping>
        <span className={styles.label}>
          {tWallet('total', { asset })} {isDemo && <DemoMark />}
        </span>
        <Row gap={1}>
          <HideAmountsButton />
          <IconButton label={t('overview.refresh')} icon={RefreshCw} onClick={onRefresh} />
        </Row>
      </Row>
      <p className={styles.total}>
        <AmountText amount={portfolio.total} scale={scale} size="3xl" isHidden={isHidden} />
      </p>
      {portfolio.total === null && <p className={styles.note}>{tWallet('unknownTotal')}</p>}
      <Today total={portfolio.total} asset={asset} scale={scale} isHidden={isHidden} nowMs={portfolio.quotes.nowMs} />
      <CurrencyValue portfolio={portfolio} code={currency} onChoose={onCurrency} isHidden={isHidden} />
      {isDemo && <p className={styles.note}>{t('overview.demoNote')}</p>}
    </Card>
  );
}

interface TodayProps {
  readonly total: string | null;
  readonly asset: string;
  readonly scale: number;
  readonly isHidden: boolean;
  readonly nowMs: number;
}

/** Since midnight UTC. What was paid in or out is part of it, and said. */
function Today({ total, asset, scale, isHidden, nowMs }: TodayProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const { data: history } = useValueHistory();
  const today = history === undefined ? undefined : todayChange(total, history, nowMs);
  const moved = history?.movedIn;
  const hasMoved = moved !== undefined && moved !== null && !isZero(amount(moved));
  return (
    <>
      <p className={styles.today}>
        {t('today.change')} <AmountText amount={today?.change} asset={asset} scale={scale} tone="profit" isHidden={isHidden} />{' '}
        {!isHidden && today !== undefined && <ChangeText rate={today.rate} />}
      </p>
      {history !== undefined && total !== null && today === undefined && <p className={styles.note}>{t('today.unknown')}</p>}
      {today !== undefined && hasMoved && !isHidden && (
        <p className={styles.note}>{t('today.moved', { amount: format.figure(moved, { scale, sign: 'always' }), asset })}</p>
      )}
    </>
  );
}
