/** Times whose prices did not count: for whom, why, who agreed on it, and what both sides had before and after. For everybody. */
import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import { EmptyState, LoadablePanel, Page, PageHeader, ShieldCheck, SkeletonRows, Stack } from '@tessera/shared/ui';
import { TextCard } from '../../components/TextCard';
import { IncidentCard } from './IncidentCard';

export function IncidentsPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const published = useEndpoint('incidents', {}, { freshMs: 30_000, keepsPrevious: true });
  const title = t('incidents.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <TextCard heading={t('incidents.what')} text={t('incidents.whatText')} />
        <LoadablePanel
          loadable={published.loadable}
          onRetry={published.refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ incidents }) => incidents.length === 0}
          empty={<EmptyState icon={ShieldCheck} title={t('incidents.none')} detail={t('incidents.noneHint')} />}
        >
          {({ incidents }) => (
            <Stack gap={4}>
              {incidents.map((incident) => (
                <IncidentCard key={incident.id} incident={incident} />
              ))}
            </Stack>
          )}
        </LoadablePanel>
      </Stack>
    </Page>
  );
}
