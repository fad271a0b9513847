/** The columns of a statement's file. Figures are the wire's, so that they add up; times are the server's, in UTC. */
import { shownAsset, type AccountMode, type WalletRecord } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { csvInstant, type CsvColumn } from '@tessera/shared/lists';

export function useRecordColumns(mode: AccountMode): readonly CsvColumn<WalletRecord>[] {
  const { t } = useTranslation('assets');
  return [
    { head: t('records.file.number'), value: ({ version }) => String(version) },
    { head: t('records.file.time'), value: ({ atMs }) => csvInstant(atMs) },
    { head: t('records.file.asset'), value: ({ asset }) => shownAsset(asset, mode) },
    { head: t('records.filter'), value: ({ kind }) => t(`records.kind.${kind}`) },
    { head: t('records.file.amount'), value: ({ amount }) => amount },
    { head: t('records.file.balance'), value: ({ balanceAfter }) => balanceAfter },
    { head: t('records.file.cause'), value: ({ ref }) => ref },
  ];
}
