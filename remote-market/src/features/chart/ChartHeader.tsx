import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Bell, ChevronDown, IconButton, PageHeader, Star } from '@tessera/shared/ui';
import { AlertSheet } from '../../components/AlertSheet';
import type { Market } from '../../components/useMarket';
import styles from './Chart.module.css';
import { MarketSheet } from './MarketSheet';

export interface ChartHeaderProps {
  readonly symbol: string;
  readonly market: Market | undefined;
  readonly isFavourite: boolean;
  readonly onToggleFavourite: () => void;
}

/** The market's name opens the list of markets, the bell its price alerts. */
export function ChartHeader({ symbol, market, isFavourite, onToggleFavourite }: ChartHeaderProps) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const [isChoosing, setIsChoosing] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const info = market?.bySymbol.get(symbol);
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
          <>
            {info !== undefined && (
              <IconButton
                label={t('alerts.of', { symbol: name })}
                icon={Bell}
                onClick={() => (isSignedIn ? setIsWaiting(true) : session.requestLogin())}
              />
            )}
            <IconButton
              className={styles.star}
              label={t(isFavourite ? 'favourites.remove' : 'favourites.add', { symbol: name })}
              icon={Star}
              isPressed={isFavourite}
              onClick={onToggleFavourite}
            />
          </>
        }
      />
      {market !== undefined && (
        <MarketSheet market={market} selected={symbol} isOpen={isChoosing} onClose={() => setIsChoosing(false)} />
      )}
      {info !== undefined && <AlertSheet info={info} isOpen={isWaiting} onClose={() => setIsWaiting(false)} />}
    </>
  );
}
