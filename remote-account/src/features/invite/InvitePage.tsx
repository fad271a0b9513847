import { useEffect, useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { QrCode } from '@tessera/shared/qr';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  Button,
  Card,
  CircleUserRound,
  Copy,
  EmptyState,
  IconButton,
  List,
  ListRow,
  LoadablePanel,
  Page,
  PageHeader,
  Row,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useCopy } from '../../components/useCopy';
import { invitationLink } from './invitationLink';
import styles from './InvitePage.module.css';

type Invited = EndpointResponse<'invite'>['invited'];
const shownFirst = 20;
const shownAtMost = 100;

/** The person's invitation: code, link, QR code, and who came by it. */
export function InvitePage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const [pageSize, setPageSize] = useState(shownFirst);
  const { loadable, refetch } = useEndpoint('invite', { page: 1, pageSize }, { keepsPrevious: true });
  const title = t('invite.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <p className={styles.body}>{t('invite.body')}</p>
        <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={6} />} onRetry={refetch}>
          {({ invitationCode, invited }) => (
            <Stack gap={6}>
              <Invitation code={invitationCode} />
              <People
                invited={invited}
                onMore={pageSize < shownAtMost && invited.total > pageSize ? () => setPageSize(shownAtMost) : undefined}
              />
            </Stack>
          )}
        </LoadablePanel>
      </Stack>
    </Page>
  );
}

function Invitation({ code }: { readonly code: string }) {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const copy = useCopy();
  const link = invitationLink(code, window.location.href);
  const shared = { title: t('invite.shareText', { brand: tCommon('brand') }), url: link };
  // Not every browser can share, and whoever closes its sheet has done nothing wrong.
  const share = 'share' in navigator ? () => void navigator.share(shared).catch(() => undefined) : undefined;
  return (
    <Card as="section">
      <Stack gap={4}>
        <QrCode value={link} title={t('invite.qr')} />
        <Row align="between" gap={2} isWrapping>
          <span>{t('centre.invitation')}</span>
          <span className={styles.code}>
            {code}
            <IconButton label={t('centre.copyInvitation')} icon={Copy} iconSize={18} onClick={() => void copy(code)} />
          </span>
        </Row>
        <Stack gap={2}>
          <Button isBlock icon={Copy} variant={share === undefined ? 'primary' : 'secondary'} onClick={() => void copy(link)}>
            {t('invite.copyLink')}
          </Button>
          {share !== undefined && (
            <Button isBlock onClick={share}>
              {t('invite.share')}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

function People({ invited, onMore }: { readonly invited: Invited; readonly onMore: (() => void) | undefined }) {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  if (invited.total === 0) return <EmptyState icon={CircleUserRound} title={t('invite.empty')} detail={t('invite.emptyHint')} />;
  const heading = t('invite.invited', { count: invited.total });
  return (
    <section>
      <SectionHeading>{heading}</SectionHeading>
      <Stack gap={3}>
        <Card padding="none">
          <List label={heading}>
            {invited.items.map(({ account, joinedAtMs }) => (
              <ListRow
                key={`${account} ${joinedAtMs}`}
                title={account}
                detail={t('invite.joined', { at: format.dateTime(joinedAtMs) })}
              />
            ))}
          </List>
        </Card>
        {onMore !== undefined && (
          <Button variant="quiet" isBlock onClick={onMore}>
            {tCommon('action.more')}
          </Button>
        )}
      </Stack>
    </section>
  );
}
