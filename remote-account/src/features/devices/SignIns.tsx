import { useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint } from '@tessera/shared/react';
import { Button, Card, List, ListRow, LoadablePanel, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';

type SignIn = EndpointResponse<'signIns'>['items'][number];
const shownFirst = 10;
const keptOfOne = 100;

/** The login history: when, with what, from which network and how. */
export function SignIns() {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const [pageSize, setPageSize] = useState(shownFirst);
  const { loadable, refetch } = useEndpoint('signIns', { page: 1, pageSize }, { keepsPrevious: true });
  const row = ({ id, device, network, way, atMs }: SignIn) => (
    <ListRow
      key={id}
      title={device === '' ? t('devices.unknown') : device}
      detail={format.dateTime(atMs)}
      value={way === null ? undefined : t(`devices.way.${way}`)}
      valueDetail={network === '' ? undefined : network}
    />
  );
  return (
    <section>
      <SectionHeading>{t('devices.history')}</SectionHeading>
      <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={3} />} onRetry={refetch}>
        {({ items, total }) => (
          <Stack gap={3}>
            <Card padding="none">
              <List label={t('devices.history')}>{items.map(row)}</List>
            </Card>
            {total > items.length && pageSize < keptOfOne && (
              <Button variant="quiet" isBlock onClick={() => setPageSize(keptOfOne)}>
                {tCommon('action.more')}
              </Button>
            )}
            <p>{t('devices.historyHint')}</p>
          </Stack>
        )}
      </LoadablePanel>
    </section>
  );
}
