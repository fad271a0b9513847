/** What stands at the crosshair, or of the newest bar: open to close above the plot, indicators in their places on it. */
import { useTranslation } from '@tessera/shared/kernel';
import type { Indicator } from './indicators/indicator';
import { headOf } from './indicators/indicator';
import { writeText } from '../ui/figures/writeText';
import { moveOf, type BarTexts } from './barTexts';
import type { Bar } from './Bar';
import type { ChartPlan, PlannedLine } from './chartPlan';
import styles from './chart.module.css';
import type { Parts } from './useParts';

export function BarLegend({ parts }: { readonly parts: Parts }) {
  const { t } = useTranslation('common');
  return (
    <dl className={styles.legend} ref={parts.ref('legend')}>
      {(['open', 'high', 'low', 'close'] as const).map((id) => (
        <div key={id}>
          <dt>
            <abbr title={t(`chart.whole.${id}`)}>{t(`chart.${id}`)}</abbr>
          </dt>
          <dd ref={parts.ref(id)} />
        </div>
      ))}
      <div>
        <dt className={styles.spoken}>{t('chart.whole.change')}</dt>
        <dd ref={parts.ref('change')} />
      </div>
    </dl>
  );
}

/** Over the plot: overlays at its top, each pane's values at the top of the pane. */
export function IndicatorLegends({ plan, parts }: { readonly plan: ChartPlan; readonly parts: Parts }) {
  const linesFor = (indicator: Indicator) => plan.lines.filter((line) => plan.indicators[line.indicator] === indicator);
  return (
    <>
      <div className={styles.overlayLegends}>
        {plan.overlays.map((indicator) => (
          <LegendRow key={indicator.kind} indicator={indicator} lines={linesFor(indicator)} parts={parts} />
        ))}
      </div>
      {plan.panes.map(({ kind, axis }) => {
        const indicator = plan.indicators.find((one) => one.kind === kind);
        return (
          <div key={kind} ref={parts.ref(`pane ${axis}`)} className={styles.paneLegend}>
            {indicator !== undefined && <LegendRow indicator={indicator} lines={linesFor(indicator)} parts={parts} />}
          </div>
        );
      })}
    </>
  );
}

function LegendRow({
  indicator,
  lines,
  parts,
}: {
  readonly indicator: Indicator;
  readonly lines: readonly PlannedLine[];
  readonly parts: Parts;
}) {
  const head = headOf(indicator);
  return (
    <p className={styles.legendRow}>
      {head !== '' && <span>{head}</span>}
      {lines.map(({ id, label, tone, shape }) => (
        <span key={id} data-line={shape === 'line' ? tone : undefined}>
          {label} <span ref={parts.ref(`value ${id}`)} />
        </span>
      ))}
    </p>
  );
}

export function writeLegends(
  parts: Parts,
  texts: BarTexts,
  plan: ChartPlan,
  bar: Bar,
  valueOf: (line: PlannedLine) => number | null,
): void {
  const [, open, high, low, close] = bar.candle;
  const figures = {
    open: texts.figure(open),
    high: texts.figure(high),
    low: texts.figure(low),
    close: texts.figure(close),
    change: texts.change(bar),
  };
  for (const [id, text] of Object.entries(figures)) parts.on(id, (element) => writeText(element, text));
  parts.on('legend', (element) => {
    element.dataset['move'] = moveOf(bar);
  });
  for (const line of plan.lines) {
    parts.on(`value ${line.id}`, (element) =>
      writeText(element, line.kind === 'vol' ? texts.volume(bar) : texts.lineValue(line, valueOf(line))),
    );
  }
}
