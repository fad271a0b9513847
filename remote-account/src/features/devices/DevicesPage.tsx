import { useEffect, useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useClock, useDialogs, useEndpoint, useEndpointAction, useNavigation } from '@tessera/shared/react';
import {
  Button,
  Card,
  IconButton,
  List,
  ListRow,
  LoadablePanel,
  LogOut,
  Page,
  PageHeader,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { SignIns } from './SignIns';

type Device = EndpointResponse<'devices'>['items'][number];
const shownFirst = 20;
const shownAtMost = 100;

/** Where the person is signed in and was: each can be signed out, or all others at once. */
export function DevicesPage() {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const format = useFormat();
  const clock = useClock();
  const [pageSize, setPageSize] = useState(shownFirst);
  const { loadable, refetch } = useEndpoint('devices', { page: 1, pageSize }, { keepsPrevious: true });
  const end = useEndpointAction('endDevices', { refreshes: ['devices'] });
  const title = t('devices.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  const nameOf = ({ device }: Device) => (device === '' ? t('devices.unknown') : device);
  async function confirmEnd(request: { id?: string }, question: string, body: string) {
    const isConfirmed = await dialogs.confirm({
      title: question,
      body,
      confirmLabel: t('centre.logout'),
      cancelLabel: tCommon('action.cancel'),
    });
    if (isConfirmed && (await end.run(request)) !== undefined) dialogs.toast(t('devices.done'), { tone: 'success' });
  }
  const row = (device: Device) => {
    const since = t('devices.since', { at: format.dateTime(device.signedInAtMs) });
    const action = t('devices.end', { device: nameOf(device) });
    return (
      <ListRow
        key={device.id}
        title={nameOf(device)}
        detail={since}
        value={device.isThisOne ? t('devices.thisOne') : device.isLive ? undefined : t('devices.loggedOut')}
        valueDetail={device.isThisOne ? undefined : format.relative(device.lastSeenAtMs, clock.now())}
        action={
          device.isLive && !device.isThisOne ? (
            <IconButton label={action} icon={LogOut} onClick={() => void confirmEnd({ id: device.id }, action, since)} />
          ) : undefined
        }
      />
    );
  };
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={6}>
        <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={4} />} onRetry={refetch}>
          {({ items, total }) => (
            <Stack gap={4}>
              <Card padding="none">
                <List label={title}>{items.map(row)}</List>
              </Card>
              {total > items.length && pageSize < shownAtMost && (
                <Button variant="quiet" isBlock onClick={() => setPageSize(shownAtMost)}>
                  {tCommon('action.more')}
                </Button>
              )}
              {items.some(({ isLive, isThisOne }) => isLive && !isThisOne) && (
                <Button
                  variant="secondary"
                  size="lg"
                  isBlock
                  isBusy={end.isBusy}
                  onClick={() => void confirmEnd({}, t('devices.endOthers'), t('devices.endOthersBody'))}
                >
                  {t('devices.endOthers')}
                </Button>
              )}
            </Stack>
          )}
        </LoadablePanel>
        <SignIns />
      </Stack>
    </Page>
  );
}
