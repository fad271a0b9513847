import { useEffect, useState, type ReactNode } from 'react';
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
/** How many the person is shown at once. */
const pageSize = 20;

/** The person's invitation: code, link, QR code, and who came by it. */
export function InvitePage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('invite', { page: 1, pageSize });
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
              <People invited={invited} />
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

/** Page after page, as far as was asked for. */
function People({ invited }: { readonly invited: Invited }) {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const [pages, setPages] = useState(1);
  if (invited.total === 0) return <EmptyState icon={CircleUserRound} title={t('invite.empty')} detail={t('invite.emptyHint')} />;
  const heading = t('invite.invited', { count: invited.total });
  return (
    <section>
      <SectionHeading>{heading}</SectionHeading>
      <Stack gap={3}>
        <Card padding="none">
          <List label={heading}>
            <PeopleOf items={invited.items} />
            {Array.from({ length: pages - 1 }, (_, index) => (
              <FurtherPeople key={index} page={index + 2} />
            ))}
          </List>
        </Card>
        {pages * pageSize < invited.total && (
          <Button variant="quiet" isBlock onClick={() => setPages(pages + 1)}>
            {tCommon('action.more')}
          </Button>
        )}
      </Stack>
    </section>
  );
}

function FurtherPeople({ page }: { readonly page: number }) {
  const { loadable, refetch } = useEndpoint('invite', { page, pageSize });
  return (
    <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={6} />} onRetry={refetch}>
      {({ invited }) => <PeopleOf items={invited.items} />}
    </LoadablePanel>
  );
}

function PeopleOf({ items }: { readonly items: Invited['items'] }): ReactNode {
  const { t } = useTranslation('account');
  const format = useFormat();
  return items.map(({ account, joinedAtMs }) => (
    <ListRow key={`${account} ${joinedAtMs}`} title={account} detail={t('invite.joined', { at: format.dateTime(joinedAtMs) })} />
  ));
}
