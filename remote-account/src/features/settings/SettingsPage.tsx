import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { languageName, useFormat } from '@tessera/shared/i18n';
import type { ThemeChoice, UpColor } from '@tessera/shared/federation';
import { useEndpoint, useLive, useNavigation, useRemoteContext, useSessionState } from '@tessera/shared/react';
import {
  Card,
  Download,
  Globe,
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
  Segmented,
  ShieldCheck,
  Smartphone,
  Stack,
  Wallet,
} from '@tessera/shared/ui';
import { ExportSheet } from './export/ExportSheet';

/** Display and security settings. What is chosen applies at once; language is also told to the server by the host. */
export function SettingsPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const format = useFormat();
  const { preferences } = useRemoteContext();
  const { isSignedIn, generation } = useSessionState();
  const [isExporting, setIsExporting] = useState(false);
  const themeChoice = useLive(preferences.themeChoice);
  const upColor = useLive(preferences.upColor);
  const language = useLive(preferences.language);
  const { data: user } = useEndpoint('userInfo', {}, { isEnabled: isSignedIn });
  const title = t('settings.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <section>
          <SectionHeading>{t('settings.display')}</SectionHeading>
          <Stack gap={3}>
            <Card padding="none">
              <List>
                <ListRow
                  lead={<Globe aria-hidden size={20} />}
                  title={t('settings.language')}
                  value={languageName(language)}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/language')}
                />
              </List>
            </Card>
            <Card>
              <Stack gap={4}>
                <Setting label={t('settings.theme')}>
                  <Segmented<ThemeChoice>
                    label={t('settings.theme')}
                    value={themeChoice}
                    onChange={(choice) => preferences.setThemeChoice(choice)}
                    options={[
                      { value: 'light', label: t('settings.themeLight') },
                      { value: 'dark', label: t('settings.themeDark') },
                      { value: 'system', label: t('settings.themeSystem') },
                    ]}
                  />
                </Setting>
                <Setting label={t('settings.upColor')}>
                  <Segmented<UpColor>
                    label={t('settings.upColor')}
                    value={upColor}
                    onChange={(choice) => preferences.setUpColor(choice)}
                    options={[
                      { value: 'green', label: t('settings.upGreen') },
                      { value: 'red', label: t('settings.upRed') },
                    ]}
                  />
                </Setting>
              </Stack>
            </Card>
          </Stack>
        </section>
        {isSignedIn && (
          <section>
            <SectionHeading>{t('settings.security')}</SectionHeading>
            {user?.withdrawalsHeldUntilMs !== undefined && (
              <Notice>{t('settings.hold', { until: format.dateTime(user.withdrawalsHeldUntilMs) })}</Notice>
            )}
            <Card padding="none">
              <List label={t('settings.security')}>
                <ListRow
                  lead={<KeyRound aria-hidden size={20} />}
                  title={t('settings.loginPassword')}
                  detail={user?.isWithoutPassword === true ? t('settings.notSet') : undefined}
                  hasChevron
                  onSelect={() => navigation.navigate('/pages/user/editLoginpwd')}
                />
                <ListRow
                  lead={<Lock aria-hidden size={20} />}
                  title={t('stepUp.paymentPassword')}
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

function Setting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack gap={2}>
      <span aria-hidden>{label}</span>
      {children}
    </Stack>
  );
}
