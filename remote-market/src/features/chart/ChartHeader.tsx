import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { ChevronDown, IconButton, PageHeader, Star } from '@tessera/shared/ui';
import type { Market } from '../../components/useMarket';
import styles from './Chart.module.css';
import { MarketSheet } from './MarketSheet';

export interface ChartHeaderProps {
  readonly symbol: string;
  readonly market: Market | undefined;
  readonly isFavourite: boolean;
  readonly onToggleFavourite: () => void;
}

/** The market's name opens the list of markets. */
export function ChartHeader({ symbol, market, isFavourite, onToggleFavourite }: ChartHeaderProps) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const [isChoosing, setIsChoosing] = useState(false);
  const name = symbol.replace('-', '/');
  return (
    <>
      <PageHeader
        onBack={() => navigation.back()}
        title={
          <button
            type="button"
            className={styles.chooser}
            aria-haspopup="dialog"
            onClick={() => setIsChoosing(true)}
            disabled={market === undefined}
          >
            {name}
            <ChevronDown aria-hidden size={18} />
          </button>
        }
        actions={
          <IconButton
            className={styles.star}
            label={t(isFavourite ? 'favourites.remove' : 'favourites.add', { symbol: name })}
            icon={Star}
            isPressed={isFavourite}
            onClick={onToggleFavourite}
          />
        }
      />
      {market !== undefined && (
        <MarketSheet market={market} selected={symbol} isOpen={isChoosing} onClose={() => setIsChoosing(false)} />
      )}
    </>
  );
}
