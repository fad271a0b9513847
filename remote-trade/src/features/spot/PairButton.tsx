import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, useMarketState } from '@tessera/shared/react';
import { Badge, ChevronDown } from '@tessera/shared/ui';
import styles from './PairButton.module.css';

/** The page's heading: the pair, its change of the day, and the way to other pairs. */
export function PairButton({ info, onOpen }: { readonly info: SymbolInfo; readonly onOpen: () => void }) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const state = useMarketState(info);
  return (
    <button
      type="button"
      className={styles.pair}
      aria-haspopup="dialog"
      aria-label={`${t('ticket.chooseMarket')}: ${info.symbol}`}
      onClick={onOpen}
    >
      <span className={styles.symbol}>{info.symbol}</span>
      <ChevronDown aria-hidden size={18} className={styles.chevron} />
      <span className={styles.change}>
        {state === 'trading' ? <LiveChange symbol={info.symbol} /> : <Badge tone="warning">{tCommon(`market.${state}`)}</Badge>}
      </span>
    </button>
  );
}
