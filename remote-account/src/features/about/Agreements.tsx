import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import { Card, EmptyState, FileText, List, ListRow, LoadablePanel, mapLoadable, SkeletonRows } from '@tessera/shared/ui';

const freshMs = 300_000;

/** The texts between the person and the exchange, and when another one begins to hold. */
export function Agreements() {
  const { t } = useTranslation('about');
  const navigation = useNavigation();
  const format = useFormat();
  const agreement = useEndpoint('newsList', { category: 'agreement', pageSize: 100 }, { freshMs });
  const rules = useEndpoint('newsList', { category: 'rules', pageSize: 100 }, { freshMs });
  // The agreement decides whether there is anything to show; rules join it when they are here.
  const texts = mapLoadable(agreement.loadable, ({ items }) => [...items, ...(rules.data?.items ?? [])]);
  const retry = () => {
    agreement.refetch();
    rules.refetch();
  };
  return (
    <Card padding="none">
      <LoadablePanel
        loadable={texts}
        onRetry={retry}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyState icon={FileText} title={t('noTexts')} />}
      >
        {(items) => (
          <List label={t('texts')}>
            {items.map(({ id, title, summary, comingMs }) => (
              <ListRow
                key={id}
                title={title}
                detail={comingMs === undefined ? summary : t('comes', { date: format.dateTime(comingMs) })}
                onSelect={() => navigation.navigate('/pages/help/detail', { id })}
              />
            ))}
          </List>
        )}
      </LoadablePanel>
    </Card>
  );
}
