import { shownAsset, type StatementEntry } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { DayList } from '@tessera/shared/lists';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import { AmountText, ListRow } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { causeOf } from './causeOf';
import { useCauseText } from './useCauseText';

/** Oldest first, as they are added up. */
export function EntryList({ entries, asset }: { readonly entries: readonly StatementEntry[]; readonly asset: string }) {
  const { t } = useTranslation('statement');
  const { t: tAssets } = useTranslation('assets');
  const format = useFormat();
  const navigation = useNavigation();
  const scaleOf = useShownScale();
  const causeText = useCauseText();
  const { mode } = useSessionState();
  const leastScale = scaleOf(asset);
  const figure = (text: string) => format.figure(text, { leastScale });
  return (
    <DayList label={t('title')} items={entries} atOf={({ atMs }) => atMs}>
      {(entry) => {
        const cause = causeOf(entry);
        const page = cause !== undefined && 'page' in cause ? cause.page : undefined;
        const details = [
          format.time(entry.atMs),
          tAssets('records.number', { n: format.figure(String(entry.version)) }),
          causeText(entry),
          entry.fee === null ? undefined : t('fee', { amount: figure(entry.fee) }),
        ];
        return (
          <ListRow
            key={entry.id}
            title={tAssets(`records.kind.${entry.kind}`)}
            detail={details.filter((one) => one !== undefined).join(' · ')}
            value={<AmountText amount={entry.amount} asset={shownAsset(asset, mode)} leastScale={leastScale} sign="always" />}
            valueDetail={tAssets('records.balanceAfter', { amount: figure(entry.balanceAfter) })}
            onSelect={page === undefined ? undefined : () => navigation.navigate(page.path, page.query)}
          />
        );
      }}
    </DayList>
  );
}
