import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint } from '@tessera/shared/react';
import { Card, KeyValueList, LoadablePanel, SectionHeading, SkeletonRows } from '@tessera/shared/ui';

const most = 500;

/** What the exchange itself has made public of times that do not count: incidents, halts, times without prices. */
export function PublishedSince() {
  const { t } = useTranslation('market');
  const format = useFormat();
  const options = { freshMs: 60_000 };
  const pauses = useEndpoint('publicRecord', { kind: 'pause', limit: most }, options);
  const incidents = useEndpoint('publicRecord', { kind: 'incident', limit: most }, options);
  const halts = useEndpoint('publicRecord', { kind: 'halt', limit: most }, options);
  const count = ({ length }: readonly unknown[], hasMore: boolean): string =>
    `${format.figure(String(length))}${hasMore ? '+' : ''}`;
  const rows = [
    { key: 'pauses', label: t('fairness.pauses'), ...pauses },
    { key: 'incidents', label: t('fairness.incidents'), ...incidents },
    { key: 'halts', label: t('fairness.halts'), ...halts },
  ];
  return (
    <section>
      <SectionHeading>{t('fairness.published')}</SectionHeading>
      <Card>
        <LoadablePanel
          loadable={pauses.loadable}
          onRetry={() => rows.forEach(({ refetch }) => refetch())}
          skeleton={<SkeletonRows count={3} />}
        >
          {() => (
            <KeyValueList
              items={rows.map(({ key, label, data }) => ({
                key,
                label,
                value: data === undefined ? '-' : count(data.entries, data.hasMore),
              }))}
            />
          )}
        </LoadablePanel>
      </Card>
    </section>
  );
}
