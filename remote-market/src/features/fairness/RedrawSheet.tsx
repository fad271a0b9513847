import { useEffect, useRef, useState } from 'react';
import type { FeedDay } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { drawsDirections, type RedrawResult } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useRemoteContext } from '@tessera/shared/react';
import { Button, ErrorState, LiveRegion, Notice, SelectField, Sheet, Stack } from '@tessera/shared/ui';
import { BeaconFound } from './BeaconFound';
import styles from './Fairness.module.css';

type Run =
  | { readonly kind: 'chosen' }
  | { readonly kind: 'drawing'; readonly share: number }
  | { readonly kind: 'done'; readonly result: RedrawResult }
  | { readonly kind: 'failed'; readonly error: AppError };

/** A revealed day of one market drawn again on this device, beside what was published. Closing it ends the work. */
export function RedrawSheet({ day, onClose }: { readonly day: FeedDay; readonly onClose: () => void }) {
  const { t } = useTranslation('fairness');
  const { evidence } = useRemoteContext();
  const symbols = Object.keys(day.parameters ?? {}).sort();
  const [symbol, setSymbol] = useState(symbols[0] ?? '');
  const [run, setRun] = useState<Run>({ kind: 'chosen' });
  const work = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  async function draw() {
    const life = new AbortController();
    work.current = life;
    setRun({ kind: 'drawing', share: 0 });
    try {
      const result = await evidence.redraw(day, symbol, {
        signal: life.signal,
        onProgress: (share) => {
          if (!life.signal.aborted) setRun({ kind: 'drawing', share });
        },
      });
      if (!life.signal.aborted) setRun({ kind: 'done', result });
    } catch (error) {
      if (!life.signal.aborted) setRun({ kind: 'failed', error: asAppError(error, 'PLEASE_RETRY') });
    }
  }
  function cancel() {
    work.current?.abort();
    setRun({ kind: 'chosen' });
  }

  const isDrawing = run.kind === 'drawing';
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('redraw', { day: day.day })}
      description={t(drawsDirections(day) ? 'redrawDirectionsHint' : 'redrawHint')}
      footer={
        isDrawing ? (
          <Button variant="secondary" isBlock onClick={cancel}>
            {t('stop')}
          </Button>
        ) : (
          <Button isBlock disabled={symbol === ''} onClick={() => void draw()}>
            {t('start')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <SelectField
          label={t('market')}
          value={symbol}
          disabled={isDrawing}
          onChange={(next) => {
            setSymbol(next);
            setRun({ kind: 'chosen' });
          }}
          options={symbols.map((one) => ({ value: one, label: one }))}
        />
        {run.kind === 'drawing' && <progress aria-label={t('drawing')} max={1} value={run.share} />}
        <LiveRegion>
          {run.kind === 'drawing' && <p className={styles.text}>{t('drawing')}</p>}
          {run.kind === 'done' && <Result result={run.result} isInvented={day.isInvented === true} />}
        </LiveRegion>
        {run.kind === 'failed' && <ErrorState error={run.error} onRetry={() => void draw()} />}
      </Stack>
    </Sheet>
  );
}

/** A day that was made at installation was never shown as a whole: what is missing of it says nothing. */
function Result({
  result: { published, differing, missing, missingOutside, pauses, beacon, first },
  isInvented,
}: {
  readonly result: RedrawResult;
  readonly isInvented: boolean;
}) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = (value: number): string => format.figure(String(value));
  if (published === 0) return <Notice tone="warning">{t('noLog')}</Notice>;
  return (
    <Stack gap={2}>
      <Notice
        tone={differing === 0 ? 'success' : 'danger'}
        title={t('differing', { differing: count(differing), published: count(published) })}
      >
        {first !== null &&
          t('firstDiffers', {
            time: format.timeMs(first.atMs),
            drawn: first.drawn ?? '-',
            published: first.published ?? '-',
          })}
      </Notice>
      {isInvented || missingOutside === undefined ? (
        missing > 0 && <Notice>{t('missing', { missing: count(missing) })}</Notice>
      ) : (
        <>
          {missingOutside > 0 && (
            <Notice tone="danger" title={t('leftOut', { missing: count(missingOutside) })}>
              {t('leftOutHint')}
            </Notice>
          )}
          {missing > missingOutside && <Notice>{t('missingInPauses', { missing: count(missing - missingOutside) })}</Notice>}
        </>
      )}
      {pauses !== undefined && pauses.count > 0 && (
        <Notice>
          {t('pausesOfDay', {
            pauses: count(pauses.count),
            time: format.duration(pauses.sumMs),
            alone: count(pauses.alone),
          })}
        </Notice>
      )}
      {beacon !== undefined && <BeaconFound beacon={beacon} />}
    </Stack>
  );
}
