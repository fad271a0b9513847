import type { Bar } from './Bar';

const barColor = (bar: Bar): string => (bar.close < bar.open ? 'var(--color-down)' : 'var(--color-up)');

/** Volume goes with its bar, everything else with its own sign. */
export const columnColor = (axisKind: string, bar: Bar, value: number): string =>
  axisKind === 'vol' ? barColor(bar) : value < 0 ? 'var(--color-down)' : 'var(--color-up)';
