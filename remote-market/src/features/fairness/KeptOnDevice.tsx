import { useRef, useState } from 'react';
import { asAppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { toLoadable, useDialogs, useLive, useRemoteContext } from '@tessera/shared/react';
import {
  Button,
  Card,
  Download,
  KeyValueList,
  LiveRegion,
  LoadablePanel,
  Notice,
  RefreshCw,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { saveEvidence } from './saveEvidence';
import { useKept } from './useKept';
import styles from './Fairness.module.css';

/** How much this device holds, whether the browser lets it, and the person's own comparison, file and reading of a file. */
export function KeptOnDevice() {
  const { t } = useTranslation('fairness');
  const { evidence } = useRemoteContext();
  const state = useLive(evidence.state);
  const summary = useKept('summary', (kept) => kept.summary());
  const format = useFormat();
  const count = (value: number): string => format.figure(String(value));
  return (
    <section>
      <SectionHeading>{t('onDevice')}</SectionHeading>
      <Stack gap={3}>
        <LiveRegion>
          {state === 'refused' && (
            <Notice tone="warning" title={t('refused')}>
              {t('refusedHint')}
            </Notice>
          )}
          {state === 'full' && (
            <Notice tone="warning" title={t('full')}>
              {t('fullHint')}
            </Notice>
          )}
        </LiveRegion>
        <Card>
          <LoadablePanel
            loadable={toLoadable(summary)}
            onRetry={() => void summary.refetch()}
            skeleton={<SkeletonRows count={4} />}
          >
            {({ roots, heads, entries, receipts, fromMs }) => (
              <KeyValueList
                items={[
                  {
                    key: 'roots',
                    label: t('seals'),
                    value: count(roots),
                    ...(fromMs === null ? {} : { detail: t('since', { time: format.dateTime(fromMs) }) }),
                  },
                  { key: 'heads', label: t('heads'), value: count(heads) },
                  { key: 'entries', label: t('commitments'), value: count(entries) },
                  { key: 'receipts', label: t('receipts'), value: count(receipts) },
                ]}
              />
            )}
          </LoadablePanel>
        </Card>
        <CompareNow onCompared={() => void summary.refetch()} />
        <Files onRead={() => void summary.refetch()} />
      </Stack>
    </section>
  );
}

function CompareNow({ onCompared }: { readonly onCompared: () => void }) {
  const { t } = useTranslation('fairness');
  const { evidence } = useRemoteContext();
  const dialogs = useDialogs();
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<string | undefined>(undefined);
  async function compare() {
    setIsBusy(true);
    setSaid(undefined);
    try {
      const { compared, differences } = await evidence.compareNow();
      setSaid(differences.length > 0 ? t('differs', { number: differences.length }) : t('agrees', { number: compared.roots }));
      onCompared();
    } catch (error) {
      dialogs.toastError(asAppError(error, 'PLEASE_RETRY'));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      <Button variant="secondary" isBlock icon={RefreshCw} isBusy={isBusy} onClick={() => void compare()}>
        {t('compareNow')}
      </Button>
      <LiveRegion>{said !== undefined && <p className={styles.text}>{said}</p>}</LiveRegion>
    </>
  );
}

function Files({ onRead }: { readonly onRead: () => void }) {
  const { t } = useTranslation('fairness');
  const { evidence } = useRemoteContext();
  const dialogs = useDialogs();
  const field = useRef<HTMLInputElement>(null);
  async function read(file: File | undefined) {
    if (file === undefined) return;
    const added = await file.text().then((text) => evidence.import(text));
    dialogs.toast(
      added === undefined ? t('notAFile') : t('added', { number: added }),
      added === undefined ? { tone: 'error' } : {},
    );
    onRead();
  }
  return (
    <>
      <Button variant="secondary" isBlock icon={Download} onClick={() => void evidence.export().then(saveEvidence)}>
        {t('save')}
      </Button>
      <Button variant="quiet" isBlock onClick={() => field.current?.click()}>
        {t('open')}
      </Button>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        aria-label={t('open')}
        hidden
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
