import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useRemoteContext } from '@tessera/shared/react';
import { Card, Page, PageHeader, SectionHeading, Stack } from '@tessera/shared/ui';
import styles from './AboutPage.module.css';

const sections = ['fair', 'money', 'regions', 'risk'] as const;

/** What this is, without claims: what can be checked, what it may cost, where it is not offered. */
export function AboutPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { remote } = useRemoteContext();
  const title = t('about.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <p className={styles.text}>{t('about.what')}</p>
        {sections.map((section) => (
          <Card key={section} as="section">
            <SectionHeading>{t(`about.${section}Heading`)}</SectionHeading>
            <p className={styles.text}>{t(`about.${section}`)}</p>
          </Card>
        ))}
        <p className={styles.version}>{remote.version}</p>
      </Stack>
    </Page>
  );
}
