import { useEffect, useRef, useState } from 'react';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useRemoteContext, useSessionState } from '@tessera/shared/react';
import { Button, ErrorState, LiveRegion, Notice, saveFile, Sheet, Stack } from '@tessera/shared/ui';
import { collectAccount, maxOrders, type AccountProgress, type CollectedAccount } from './collectAccount';
import styles from './ExportSheet.module.css';
import { waitFor } from './waitFor';

type Run =
  | { readonly kind: 'offered' }
  | { readonly kind: 'reading'; readonly progress: AccountProgress }
  | { readonly kind: 'done'; readonly account: CollectedAccount }
  | { readonly kind: 'failed'; readonly error: AppError };

/** The whole account of the present mode as one file that anybody can check. Closing it ends the work. */
export function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { api, evidence, clock } = useRemoteContext();
  const { mode } = useSessionState();
  const [run, setRun] = useState<Run>({ kind: 'offered' });
  const work = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  async function collect() {
    const life = new AbortController();
    const { signal } = life;
    work.current = life;
    setRun({ kind: 'reading', progress: { done: 0, total: undefined, waits: undefined } });
    try {
      const account = await collectAccount({
        call: (name, request) => api.call(name, request, { signal, toastErrors: false }),
        evidence: () => evidence.export(),
        mode,
        wait: (ms) => waitFor(ms, signal),
        now: () => clock.now(),
        onProgress: (progress) => {
          if (!signal.aborted) setRun({ kind: 'reading', progress });
        },
      });
      if (signal.aborted) return;
      saveFile(`tessera-account-${mode}-${new Date(clock.now()).toISOString().slice(0, 10)}.json`, account.file);
      setRun({ kind: 'done', account });
    } catch (error) {
      if (!signal.aborted) setRun({ kind: 'failed', error: asAppError(error, 'PLEASE_RETRY') });
    }
  }
  function cancel() {
    work.current?.abort();
    setRun({ kind: 'offered' });
  }
  const count = (value: number): string => format.figure(String(value));

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('export.title')}
      description={t('export.hint')}
      footer={
        run.kind === 'reading' ? (
          <Button variant="secondary" isBlock onClick={cancel}>
            {t('export.stop')}
          </Button>
        ) : (
          <Button isBlock onClick={() => void collect()}>
            {t('export.start')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {run.kind === 'offered' && (
          <>
            <p className={styles.text}>{t('export.limit', { orders: count(maxOrders) })}</p>
            <Notice tone="warning">{t('export.private')}</Notice>
          </>
        )}
        {run.kind === 'reading' && <Reading progress={run.progress} />}
        <LiveRegion>
          {run.kind === 'reading' && (
            <p className={styles.text}>
              {run.progress.waits === 'server'
                ? t('export.server')
                : run.progress.waits === 'connection'
                  ? t('export.connection')
                  : t(run.progress.total === undefined ? 'export.counting' : 'export.reading')}
            </p>
          )}
          {run.kind === 'done' && (
            <Notice tone="success" title={t('export.done')}>
              {t('export.counts', { orders: count(run.account.orders), rows: count(run.account.rows) })}
              {run.account.left > 0 && ` ${t('export.left', { left: count(run.account.left) })}`}
            </Notice>
          )}
        </LiveRegion>
        {run.kind === 'failed' && <ErrorState error={run.error} onRetry={() => void collect()} />}
      </Stack>
    </Sheet>
  );
}

function Reading({ progress: { done, total } }: { readonly progress: AccountProgress }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  // Without a value it says that it goes on, not how far.
  if (total === undefined || total === 0) return <progress aria-label={t('export.counting')} />;
  return (
    <div>
      <progress aria-label={t('export.reading')} max={total} value={done} />
      <p className={styles.text}>
        {t('export.figure', { done: format.figure(String(done)), total: format.figure(String(total)) })}
      </p>
    </div>
  );
}
