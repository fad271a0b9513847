import type { Quote, SymbolInfo } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice, useClock, useCountdown, useMarketState, useQuotes } from '@tessera/shared/react';
import { PriceText } from '@tessera/shared/ui';
import { StateBadge } from '../../components/StateBadge';
import styles from './PriceBlock.module.css';
import { nextTurn } from './weekHours';

/** The last price, large, and the last 24 hours beside it. */
export function PriceBlock({ info, snapshot }: { readonly info: SymbolInfo; readonly snapshot: Quote | undefined }) {
  const { t } = useTranslation('market');
  const errorText = useErrorText();
  const format = useFormat();
  const { symbol, digits } = info;
  // The day's figures move slowly: once a second is enough, and keeps React out of every tick.
  const quote = useQuotes([symbol]).get(symbol) ?? snapshot;
  const state = useMarketState(info, quote?.state);
  const compact = (figure: string | null | undefined) => (figure == null ? '–' : format.compact(figure));
  return (
    <section className={styles.block} aria-label={t('chart.price')}>
      <div className={styles.last}>
        <LivePrice
          symbol={symbol}
          digits={digits}
          size="2xl"
          staleAfterMs={info.staleAfterMs}
          showsDirection
          snapshot={snapshot}
        />
        <div className={styles.change}>
          <LiveChange symbol={symbol} snapshot={snapshot} />
          <span className={styles.span}>{t('chart.day')}</span>
        </div>
      </div>
      {state !== 'trading' && (
        <p className={styles.closed}>
          <StateBadge state={state} />
          {state === 'closed' && <OpensIn info={info} />}
          {state === 'halted' && <span>{errorText({ code: 'ORDER_MARKET_HALTED', params: {} })}</span>}
        </p>
      )}
      <dl className={styles.day}>
        <div>
          <dt>{t('chart.high')}</dt>
          <dd>
            <PriceText price={quote?.high} scale={digits} />
          </dd>
        </div>
        <div>
          <dt>{t('chart.volume', { asset: info.base })}</dt>
          <dd>{compact(quote?.volume)}</dd>
        </div>
        <div>
          <dt>{t('chart.low')}</dt>
          <dd>
            <PriceText price={quote?.low} scale={digits} />
          </dd>
        </div>
        <div>
          <dt>{t('chart.turnover', { asset: info.quote })}</dt>
          <dd>{compact(quote?.turnover)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** When a closed market trades again, as a span and as an hour with its time zone. */
function OpensIn({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const nowMs = useClock().now();
  const turn = info.weeklyHours === undefined ? undefined : nextTurn(info.weeklyHours, nowMs, info.holidays);
  const opensAtMs = turn?.kind === 'opens' ? turn.atMs : info.market.nextChangeAtMs;
  const { remainingMs } = useCountdown(opensAtMs ?? nowMs);
  return opensAtMs === null ? null : (
    <span>{t('chart.opensIn', { left: format.duration(remainingMs), at: format.zonedTime(opensAtMs) })}</span>
  );
}
