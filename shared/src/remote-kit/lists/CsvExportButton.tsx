/** Saves a whole filtered list as a CSV file, page by page, however little of it is on the screen. */
import { useRef, useState } from 'react';
import { asAppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs } from '@tessera/shared/react';
import { Button, Download, saveFile } from '@tessera/shared/ui';
import { csvText, type CsvColumn } from '../../domain/csv';
import { maxCsvRows, readEveryPage, type ReadPage } from './readEveryPage';

interface CsvExportButtonProps<Item> {
  /** Ends in .csv. */
  readonly fileName: string;
  readonly columns: readonly CsvColumn<Item>[];
  /** Pages of `largePageSize`, all under the filter that is on the screen. */
  readonly readPage: ReadPage<Item>;
  readonly disabled?: boolean | undefined;
}

export function CsvExportButton<Item extends { readonly id: string }>({
  fileName,
  columns,
  readPage,
  disabled,
}: CsvExportButtonProps<Item>) {
  const { t } = useTranslation('lists');
  const dialogs = useDialogs();
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const save = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      const { items, isWhole } = await readEveryPage(readPage);
      // The mark at its beginning tells spreadsheets that it is UTF-8.
      saveFile(fileName, new Blob(['\ufeff', csvText(columns, items)], { type: 'text/csv;charset=utf-8' }));
      dialogs.toast(isWhole ? t('csv.saved', { count: items.length }) : t('csv.savedPart', { count: maxCsvRows }), {
        tone: 'success',
      });
    } catch (failure) {
      dialogs.toastError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };
  return (
    <Button size="sm" variant="secondary" icon={Download} isBusy={isBusy} disabled={disabled} onClick={() => void save()}>
      {t('csv.export')}
    </Button>
  );
}
