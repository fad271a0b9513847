import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { languageList, languageName, languageTag } from '@tessera/shared/i18n';
import { useLive, useNavigation, useRemoteContext } from '@tessera/shared/react';
import { Card, Check, List, ListRow, Page, PageHeader } from '@tessera/shared/ui';

/** Each language in its own script. */
export function LanguagePage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { preferences } = useRemoteContext();
  const present = useLive(preferences.language);
  const title = t('language.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Card padding="none">
        <List label={title}>
          {languageList.map((language) => (
            <ListRow
              key={language}
              title={<span lang={languageTag(language)}>{languageName(language)}</span>}
              isSelected={language === present}
              value={language === present ? <Check aria-hidden size={20} /> : undefined}
              onSelect={() => preferences.setLanguage(language)}
            />
          ))}
        </List>
      </Card>
    </Page>
  );
}
