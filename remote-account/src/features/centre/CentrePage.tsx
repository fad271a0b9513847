import { useEffect } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import {
  Avatar,
  Badge,
  BadgeCheck,
  BarChart3,
  Bell,
  Button,
  Card,
  CircleHelp,
  CircleUserRound,
  Copy,
  EmptyState,
  Headset,
  IconButton,
  Info,
  KeyValueList,
  List,
  ListRow,
  LoadablePanel,
  LogOut,
  Megaphone,
  Page,
  PageHeader,
  Repeat,
  Row,
  Settings,
  ShieldCheck,
  SkeletonRows,
  Stack,
  type LucideIcon,
} from '@tessera/shared/ui';
import { useVerificationText } from '../../components/identity/useVerificationText';
import { useCopy } from '../../components/useCopy';
import styles from './CentrePage.module.css';

type UserInfo = EndpointResponse<'userInfo'>;

/** Who is signed in, and the ways from here. */
export function CentrePage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const { loadable, refetch } = useEndpoint('userInfo', {}, { isEnabled: isSignedIn });
  const title = t('centre.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <LoadablePanel
          loadable={loadable}
          onRetry={refetch}
          skeleton={<SkeletonRows count={2} />}
          idle={
            isSignedIn ? null : (
              <EmptyState
                icon={CircleUserRound}
                title={t('centre.visitor')}
                detail={t('centre.visitorHint')}
                action={
                  <Stack gap={3}>
                    <Button isBlock onClick={() => session.requestLogin()}>
                      {t('login.submit')}
                    </Button>
                    <Button isBlock variant="secondary" onClick={() => navigation.navigate('/pages/register/index')}>
                      {t('login.register')}
                    </Button>
                  </Stack>
                }
              />
            )
          }
        >
          {(user) => <Person user={user} />}
        </LoadablePanel>
        <Ways isSignedIn={isSignedIn} />
        {isSignedIn && <LogOutButton />}
      </Stack>
    </Page>
  );
}

function Person({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const copy = useCopy();
  const verificationText = useVerificationText();
  return (
    <Card as="section">
      <Stack gap={4}>
        <Row gap={3}>
          <Avatar name={user.account} />
          <div className={styles.who}>
            <p className={styles.account}>{user.account}</p>
            <p className={styles.id}>{t('centre.userId', { id: user.userId })}</p>
          </div>
          <IconButton label={t('centre.copyId')} icon={Copy} onClick={() => void copy(user.userId)} />
        </Row>
        <Row gap={2} isWrapping>
          <Badge tone={user.mode === 'demo' ? 'demo' : 'accent'}>{tCommon(`mode.${user.mode}`)}</Badge>
          <Badge>{verificationText(user)}</Badge>
        </Row>
        <KeyValueList
          items={[
            { key: 'credit', label: t('centre.creditScore'), value: String(user.creditScore) },
            {
              key: 'invitation',
              label: t('centre.invitation'),
              value: (
                <span className={styles.code}>
                  {user.invitationCode}
                  <IconButton
                    label={t('centre.copyInvitation')}
                    icon={Copy}
                    iconSize={18}
                    onClick={() => void copy(user.invitationCode)}
                  />
                </span>
              ),
            },
          ]}
        />
      </Stack>
    </Card>
  );
}

function Ways({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const way = (icon: LucideIcon, label: string, path: string, query?: Readonly<Record<string, string>>) => {
    const Icon = icon;
    return (
      <ListRow
        key={label}
        lead={<Icon aria-hidden size={20} />}
        title={label}
        hasChevron
        onSelect={() => navigation.navigate(path, query)}
      />
    );
  };
  return (
    <Card padding="none">
      <List label={t('centre.title')}>
        {isSignedIn && way(BarChart3, t('centre.statistics'), '/pages/user/data')}
        {isSignedIn && way(BadgeCheck, t('centre.creditScore'), '/pages/user/credit')}
        {isSignedIn && way(Megaphone, t('centre.invite'), '/pages/user/invite')}
        {isSignedIn && way(Repeat, t('centre.switchAccount'), '/pages/user/switchAccount')}
        {isSignedIn && way(ShieldCheck, t('centre.verification'), '/pages/user/primaryAuth')}
        {isSignedIn && way(Bell, t('centre.notifications'), '/pages/notification/index')}
        {way(Settings, t('centre.settings'), '/pages/user/set')}
        {way(ShieldCheck, t('centre.fairness'), '/pages/help/detail', { id: 'results' })}
        {way(CircleHelp, t('centre.help'), '/pages/help/index')}
        {way(Headset, t('centre.service'), '/pages/service/index')}
        {way(Info, t('centre.about'), '/pages/user/about')}
      </List>
    </Card>
  );
}

function LogOutButton() {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  async function logOut() {
    const isConfirmed = await dialogs.confirm({
      title: t('centre.logoutQuestion'),
      body: t('centre.logoutBody'),
      confirmLabel: t('centre.logout'),
      cancelLabel: tCommon('action.cancel'),
    });
    if (!isConfirmed) return;
    await session.signOut();
    dialogs.toast(t('centre.loggedOut'));
    navigation.relaunch('/pages/index/index');
  }
  return (
    <Button variant="secondary" isBlock icon={LogOut} onClick={() => void logOut()}>
      {t('centre.logout')}
    </Button>
  );
}
