/**
 * The chart of one market: timeframes above, indicators below, own positions and orders on it; the same chart alone on the
 * screen. Where a person was looking survives both a change of indicators and the way into full screen and back.
 */
import { useEffect, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import type { ChartView, GestureFit, ViewMemory } from '@tessera/shared/charts';
import type { Quote, SymbolInfo } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { Subject, useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext, useSessionState } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import { BarsSheet } from './BarsSheet';
import styles from './Chart.module.css';
import { ChartBody } from './ChartBody';
import { ChartPlace } from './ChartPlace';
import { readShowsOwn, writeShowsOwn } from './chartSettings';
import { ChartSummary } from './ChartSummary';
import { FullScreenChart } from './FullScreenChart';
import { IndicatorBar } from './IndicatorBar';
import { indicatorsOf, readIndicators, withKind, writeIndicators, type IndicatorChoice } from './indicatorChoice';
import { IndicatorSheet } from './IndicatorSheet';
import { frameOf, readTimeframe, writeTimeframe, type Timeframe } from './timeframes';
import { TimeframeStrip } from './TimeframeStrip';
import { useCandles } from './useCandles';
import { useOrderMarkers } from './useOrderMarkers';
import { useOwnOrders } from './useOwnOrders';

type Overlay = 'none' | 'settings' | 'bars' | 'full';

export function ChartPanel({ info, snapshot }: { readonly info: SymbolInfo; readonly snapshot: Quote | undefined }) {
  const { t } = useTranslation(['market', 'common']);
  const { storage } = useRemoteContext();
  const { isSignedIn } = useSessionState();
  const errorText = useErrorText();
  const [timeframe, setTimeframe] = useState(() => readTimeframe(storage));
  const [choice, setChoice] = useState(() => readIndicators(storage));
  const [showsOwn, setShowsOwn] = useState(() => readShowsOwn(storage));
  const [overlay, setOverlay] = useState<Overlay>('none');
  useFullOnItsSide(setOverlay);
  const [shownBars, setShownBars] = useState<ChartView>();
  const memory = useRef<ViewMemory>({});
  const view = useRef<ChartView>(undefined);
  const [view$] = useState(() => new Subject<ChartView>());
  const [onView] = useState(() => (next: ChartView) => {
    view.current = next;
    view$.next(next);
  });
  const candles = useCandles(info.symbol, info.assetClass, frameOf(timeframe), snapshot);
  const own = useOwnOrders(info, showsOwn);
  const markers = useOrderMarkers(info, own);
  const indicators = useMemo(() => indicatorsOf(choice), [choice]);
  const paneCount = choice.chosen.filter((kind) => kind === 'vol' || kind === 'macd' || kind === 'kdj' || kind === 'rsi').length;

  const chooseFrame = (next: Timeframe) => {
    writeTimeframe(storage, next);
    setTimeframe(next);
  };
  const change = (next: IndicatorChoice) => {
    writeIndicators(storage, next);
    setChoice(next);
  };
  const toNone = () => setOverlay('none');
  const strip = (isFull: boolean) => (
    <TimeframeStrip value={timeframe} onChange={chooseFrame} onFullScreen={isFull ? undefined : () => setOverlay('full')} />
  );
  const body = (fit: GestureFit) => (
    <ChartBody
      candles={candles}
      timeframe={timeframe}
      digits={info.digits}
      indicators={indicators}
      markers={markers}
      memory={memory.current}
      fit={fit}
      onView={onView}
    />
  );
  const bar = (
    <IndicatorBar
      choice={choice}
      onToggle={(kind, isChosen) => change(withKind(choice, kind, isChosen))}
      onSettings={() => setOverlay('settings')}
      onTable={() => {
        setShownBars(view.current);
        setOverlay('bars');
      }}
    />
  );

  return (
    <section aria-label={t('chart.chart')} style={{ '--panes': paneCount } as object}>
      {strip(false)}
      {/* One chart at a time: two would draw every tick twice. */}
      {overlay === 'full' ? <ChartPlace /> : body('page')}
      {bar}
      <ChartSummary view$={view$} frame={frameOf(timeframe)} digits={info.digits} />
      {own.error !== undefined && (
        <div role="status" className={styles.ownError}>
          {t('line.failed', { reason: errorText(own.error) })}
          <Button size="sm" variant="quiet" onClick={own.retry}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {overlay === 'full' && (
        <FullScreenChart info={info} snapshot={snapshot} onClose={toNone}>
          {(fit) => (
            <>
              {strip(true)}
              {body(fit)}
            </>
          )}
        </FullScreenChart>
      )}
      <IndicatorSheet
        isOpen={overlay === 'settings'}
        onClose={toNone}
        choice={choice}
        onChange={change}
        showsOwn={isSignedIn ? showsOwn : undefined}
        onShowsOwn={(isOn) => {
          writeShowsOwn(storage, isOn);
          setShowsOwn(isOn);
        }}
      />
      <BarsSheet
        isOpen={overlay === 'bars'}
        onClose={toNone}
        view={shownBars}
        frame={frameOf(timeframe)}
        digits={info.digits}
        lines={markers.prices}
      />
    </section>
  );
}

/** A phone that is laid on its side: no other part of the page has room beside the chart. */
const onItsSide = '(orientation: landscape) and (max-height: 480px)';

/** Turning the phone to its side puts the chart on the whole screen, turning it back takes it off again. */
function useFullOnItsSide(setOverlay: Dispatch<SetStateAction<Overlay>>): void {
  useEffect(() => {
    const device = window.matchMedia?.(onItsSide);
    if (device === undefined) return undefined;
    const turned = () =>
      setOverlay((shown) => {
        if (device.matches) return shown === 'none' ? 'full' : shown;
        return shown === 'full' ? 'none' : shown;
      });
    device.addEventListener('change', turned);
    return () => device.removeEventListener('change', turned);
  }, [setOverlay]);
}
