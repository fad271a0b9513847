/** The statement as a file, added up while it is read, and on paper. */
import { useEffect, useRef, useState } from 'react';
import { asAppError } from '@tessera/shared/errors';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi, useDialogs } from '@tessera/shared/react';
import { Button, Download, FileText, LiveRegion, Row, saveFile, Stack } from '@tessera/shared/ui';
import { readStatementFile } from './readStatementFile';
import type { AskedStatement } from './StatementSheet';
import styles from './Statement.module.css';

/** Some fifty sheets of paper. */
const mostPrinted = 2000;

interface StatementActionsProps {
  readonly asked: AskedStatement;
  /** How many entries there are. */
  readonly all: number;
  /** Throws AppError. */
  readonly onPrint: () => Promise<void>;
}

export function StatementActions({ asked, all, onPrint }: StatementActionsProps) {
  const { t } = useTranslation('statement');
  const { t: tLists } = useTranslation('lists');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const dialogs = useDialogs();
  const file = useSaving(asked);
  const [isPrinting, setIsPrinting] = useState(false);
  const figure = (value: number) => format.figure(String(value));

  async function print(): Promise<void> {
    if (all > mostPrinted) {
      dialogs.toast(t('print.tooLong', { most: figure(mostPrinted) }));
      return;
    }
    setIsPrinting(true);
    try {
      await onPrint();
    } catch (failure) {
      dialogs.toastError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      setIsPrinting(false);
    }
  }
  return (
    <Stack gap={2}>
      <Row isWrapping>
        <Button size="sm" variant="secondary" icon={Download} isBusy={file.read !== undefined} onClick={() => void file.save()}>
          {tLists('csv.export')}
        </Button>
        <Button size="sm" variant="secondary" icon={FileText} isBusy={isPrinting} onClick={() => void print()}>
          {t('print.action')}
        </Button>
        {file.read !== undefined && (
          <Button size="sm" variant="quiet" onClick={file.cancel}>
            {tCommon('action.cancel')}
          </Button>
        )}
      </Row>
      <LiveRegion>
        {file.read !== undefined && all > 0 && (
          <p className={styles.note}>{t('file.reading', { n: figure(file.read), all: figure(all) })}</p>
        )}
      </LiveRegion>
    </Stack>
  );
}

/** `read`: entries that were read; undefined while nothing is saved. Who leaves the page ends it. */
function useSaving(asked: AskedStatement) {
  const { t } = useTranslation('statement');
  const api = useApi();
  const dialogs = useDialogs();
  const running = useRef<AbortController>(undefined);
  const [read, setRead] = useState<number>();
  useEffect(() => () => running.current?.abort(), []);

  async function save(): Promise<void> {
    if (running.current !== undefined) return;
    const abort = new AbortController();
    running.current = abort;
    setRead(0);
    try {
      const { address, name } = await api.call('statementFile', asked, { toastErrors: false, signal: abort.signal });
      const { content, finding } = await readStatementFile(address, { signal: abort.signal, onRead: setRead });
      saveFile(name, content);
      if (finding.is === 'agrees') dialogs.toast(t('file.saved'), { tone: 'success' });
      else dialogs.toast(t('file.broken'), { tone: 'error' });
    } catch (failure) {
      if (!abort.signal.aborted) dialogs.toastError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      running.current = undefined;
      if (!abort.signal.aborted) setRead(undefined);
    }
  }
  return {
    read,
    save,
    cancel() {
      running.current?.abort();
      setRead(undefined);
    },
  };
}
