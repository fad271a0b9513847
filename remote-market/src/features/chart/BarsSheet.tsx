import type { ChartView, PriceMarker } from '@tessera/shared/charts';
import type { CandleFrame } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { EmptyState, KeyValueList, PriceText, ScrollArea, SectionHeading, Sheet } from '@tessera/shared/ui';
import { barTime } from './barTime';
import styles from './BarsSheet.module.css';

const most = 30;

export interface BarsSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly view: ChartView | undefined;
  readonly frame: CandleFrame;
  readonly digits: number;
  readonly lines: readonly PriceMarker[];
}

/** The bars in sight as figures, newest first, as they were when it was opened; and the lines of own orders. */
export function BarsSheet({ isOpen, onClose, view, frame, digits, lines }: BarsSheetProps) {
  const { t } = useTranslation(['market', 'common']);
  const format = useFormat();
  const time = barTime(frame, format.language);
  const bars = (view?.candles ?? []).slice(-most).reverse();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('bars.title')}>
      {bars.length === 0 && <EmptyState title={t('chart.empty')} />}
      {bars.length > 0 && (
        <ScrollArea label={t('bars.title')} axis="x">
          <table className={styles.bars}>
            <thead>
              <tr>
                <th scope="col">{t('bars.time')}</th>
                {(['open', 'high', 'low', 'close'] as const).map((part) => (
                  <th key={part} scope="col">
                    {t(`common:chart.whole.${part}`)}
                  </th>
                ))}
                <th scope="col">{t('common:chart.volume')}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map(([atMs, open, high, low, close, volume]) => (
                <tr key={atMs}>
                  <th scope="row">{time(atMs)}</th>
                  {[open, high, low, close].map((text, index) => (
                    <td key={index}>
                      <PriceText price={text} scale={digits} />
                    </td>
                  ))}
                  <td>{volume === null ? '–' : format.compact(volume)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      {lines.length > 0 && (
        <section className={styles.lines} aria-label={t('line.title')}>
          <SectionHeading level={3}>{t('line.title')}</SectionHeading>
          <KeyValueList
            items={lines.map(({ id, label, price }) => ({ key: id, label, value: <PriceText price={price} scale={digits} /> }))}
          />
        </section>
      )}
    </Sheet>
  );
}
