import { readWitnessKeys } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import { Button, Card, KeyValueList, LoadablePanel, Notice, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { StrangeKeys } from './StrangeKeys';
import { useKept } from './useKept';

const most = 500;
const fresh = { freshMs: 60_000 };

/** What the exchange made public of times that do not count, and who outside holds its seals. */
export function PublishedSince() {
  const { t } = useTranslation('fairness');
  const navigation = useNavigation();
  const pauses = useRecordCount('pause');
  const incidents = useRecordCount('incident');
  const halts = useRecordCount('halt');
  const rows = [
    { key: 'pauses', label: t('pauses'), ...pauses },
    { key: 'incidents', label: t('incidents'), ...incidents },
    { key: 'halts', label: t('halts'), ...halts },
  ];
  return (
    <section>
      <SectionHeading>{t('published')}</SectionHeading>
      <Stack gap={3}>
        <Card>
          <LoadablePanel
            loadable={pauses.loadable}
            onRetry={() => rows.forEach(({ refetch }) => refetch())}
            skeleton={<SkeletonRows count={3} />}
          >
            {() => <KeyValueList items={rows.map(({ key, label, count }) => ({ key, label, value: count }))} />}
          </LoadablePanel>
        </Card>
        <StrangeKeys />
        <Witnesses />
        <Button variant="secondary" isBlock onClick={() => navigation.navigate('/pages/contract/incidents')}>
          {t('incidents')}
        </Button>
      </Stack>
    </section>
  );
}

/** '-' until it is known: absent is not zero. */
function useRecordCount(kind: string) {
  const format = useFormat();
  const { loadable, data, refetch } = useEndpoint('publicRecord', { kind, limit: most }, fresh);
  const count = data === undefined ? '-' : `${format.figure(String(data.entries.length))}${data.hasMore ? '+' : ''}`;
  return { loadable, refetch, count };
}

function Witnesses() {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { loadable, refetch } = useEndpoint('witnessed', {}, fresh);
  const { data: kept = [] } = useKept('entries', (evidence) => evidence.entriesKept());
  const changed = readWitnessKeys(kept).filter(({ isChanged }) => isChanged);
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={1} />}>
      {({ witnesses, roots, forks }) => {
        const newest = roots.at(-1);
        return (
          <Stack gap={2}>
            {changed.map(({ url, publicKey, fromMs }) => (
              <Notice key={publicKey} tone="warning" title={t('keyChanged', { witness: url, time: format.dateTime(fromMs) })}>
                {t('keyChangedHint')}
              </Notice>
            ))}
            {forks.map(({ witness, atMs, message }) => (
              <Notice key={`${witness} ${atMs}`} tone="danger" title={t('forked')}>
                {`${witness} · ${format.dateTime(atMs)} · ${message}`}
              </Notice>
            ))}
            <Card>
              <KeyValueList
                items={[
                  {
                    key: 'witnesses',
                    label: t('witnesses'),
                    value: witnesses.length === 0 ? t('noWitness') : witnesses.map(({ url }) => url).join(', '),
                    ...(newest === undefined ? {} : { detail: t('witnessedAt', { time: format.dateTime(newest.minuteMs) }) }),
                  },
                ]}
              />
            </Card>
          </Stack>
        );
      }}
    </LoadablePanel>
  );
}
