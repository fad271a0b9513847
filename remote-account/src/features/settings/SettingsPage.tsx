import { useEffect, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  BadgeCheck,
  Card,
  Download,
  History,
  KeyRound,
  List,
  ListRow,
  Lock,
  Mail,
  Notice,
  Page,
  PageHeader,
  SectionHeading,
  ShieldCheck,
  Smartphone,
  Stack,
  Timer,
  Wallet,
} from '@tessera/shared/ui';
import { DisplaySettings } from './DisplaySettings';
import { useVerificationText } from '../../components/identity/useVerificationText';
import { ExportSheet } from './export/ExportSheet';

/** Settings of display, security and data. */
export function SettingsPage() {
  const { t } = useTranslation(['account', 'stepUp']);
  const navigation = useNavigation();
  const format = useFormat();
  const { isSignedIn, generation } = useSessionState();
  const [isExporting, setIsExporting] = useState(false);
  const { data: user } = useEndpoint('userInfo', {}, { isEnabled: isSignedIn });
  const verificationText = useVerificationText();
  const title = t('settings.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <DisplaySettings />
        {isSignedIn && (
          <section>
            <SectionHeading>{t('settings.security')}</SectionHeading>
            {user?.withdrawalsHeldUntilMs !== undefined && (
              <Notice>{t('settings.hold', { until: format.dateTime(user.withdrawalsHeldUntilMs) })}</Notice>
            )}
            <Card padding="none">
              <List label={t('settings.security')}>
                <ListRow
                  lead={<BadgeCheck aria-hidden size={20} />}
                  title={t('centre.verification')}
                  detail={user === undefined ? undefined : verificationText(user)}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/primaryAuth')}
                />
                <ListRow
                  lead={<KeyRound aria-hidden size={20} />}
                  title={t('settings.loginPassword')}
                  detail={user?.isWithoutPassword === true ? t('settings.notSet') : undefined}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/editLoginpwd')}
                />
                <ListRow
                  lead={<Lock aria-hidden size={20} />}
                  title={t('stepUp:paymentPassword')}
                  detail={user === undefined || user.hasPaymentPassword ? undefined : t('settings.notSet')}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/editPaypwd')}
                />
                <ListRow
                  lead={<Mail aria-hidden size={20} />}
                  title={t('settings.email')}
                  detail={user === undefined ? undefined : (user.email ?? t('settings.noEmail'))}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/editEmail')}
                />
                <ListRow
                  lead={<Smartphone aria-hidden size={20} />}
                  title={t('settings.phone')}
                  detail={user === undefined ? undefined : (user.phone ?? t('settings.noEmail'))}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/editPhone')}
                />
                {user?.wallet !== undefined && (
                  <ListRow lead={<Wallet aria-hidden size={20} />} title={t('settings.wallet')} detail={user.wallet} />
                )}
                <ListRow
                  lead={<ShieldCheck aria-hidden size={20} />}
                  title={t('settings.oneTimeCodes')}
                  detail={user === undefined ? undefined : t(user.isTotpOn ? 'settings.isOn' : 'settings.isOff')}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/authenticator')}
                />
                <ListRow
                  lead={<History aria-hidden size={20} />}
                  title={t('settings.devices')}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/devices')}
                />
                <ListRow
                  lead={<Timer aria-hidden size={20} />}
                  title={t('settings.limits')}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/limits')}
                />
              </List>
            </Card>
          </section>
        )}
        {isSignedIn && (
          <section>
            <SectionHeading>{t('settings.data')}</SectionHeading>
            <Card padding="none">
              <List label={t('settings.data')}>
                <ListRow
                  lead={<Download aria-hidden size={20} />}
                  title={t('settings.export')}
                  hasChevron
                  onSelect={() => setIsExporting(true)}
                />
              </List>
            </Card>
          </section>
        )}
      </Stack>
      {isSignedIn && isExporting && <ExportSheet key={generation} onClose={() => setIsExporting(false)} />}
    </Page>
  );
}
