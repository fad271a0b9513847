import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { languageName } from '@tessera/shared/i18n';
import type { ThemeChoice, UpColor } from '@tessera/shared/federation';
import { useLive, useNavigation, useRemoteContext } from '@tessera/shared/react';
import { Card, Globe, List, ListRow, SectionHeading, Segmented, Stack } from '@tessera/shared/ui';

/** What is chosen applies at once; language is also told to the server by the host. */
export function DisplaySettings() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { preferences } = useRemoteContext();
  const themeChoice = useLive(preferences.themeChoice);
  const upColor = useLive(preferences.upColor);
  const language = useLive(preferences.language);
  return (
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
