/** Hands a drawing everything but the history: what changes by itself, without a new view. A new chart gets it all again. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { drawingNumber } from './Bar';
import type { CandleDrawing } from './candleDrawing';
import type { CandlePlotParts } from './CandlePlotParts';
import { useIndicatorCalculation } from './useIndicatorCalculation';

export function useDrawingInput(
  drawing: RefObject<CandleDrawing | undefined>,
  { chartKey, plan, kind, hasOlder, priceMarkers, pointMarkers, running$, onIndicatorsFailed }: CandlePlotParts,
): void {
  const calculate = useIndicatorCalculation(
    chartKey,
    plan.indicators.some((one) => one.kind !== 'vol'),
    onIndicatorsFailed,
  );

  useLayoutEffect(() => drawing.current?.setHasOlder(hasOlder), [hasOlder, drawing, chartKey]);
  useLayoutEffect(() => drawing.current?.setKind(kind), [kind, drawing, chartKey]);
  useLayoutEffect(() => {
    if (calculate !== undefined) drawing.current?.setCalculate(calculate);
  }, [calculate, drawing, chartKey]);
  useLayoutEffect(() => {
    drawing.current?.setMarked(priceMarkers.map((marker) => drawingNumber(marker.price)));
  }, [priceMarkers, pointMarkers, drawing, chartKey]);
  useEffect(() => {
    const subscription = running$?.subscribe((candle) => drawing.current?.setRunning(candle));
    return () => subscription?.unsubscribe();
  }, [running$, drawing, chartKey]);
}
