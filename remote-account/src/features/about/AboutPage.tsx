import { useEffect } from 'react';
import { ArticleBody } from '@tessera/shared/articles';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useRemoteContext } from '@tessera/shared/react';
import { Card, LoadablePanel, Page, PageHeader, SectionHeading, Skeleton, Stack } from '@tessera/shared/ui';
import { Agreements } from './Agreements';
import styles from './AboutPage.module.css';

const sections = ['fair', 'money', 'regions', 'risk'] as const;

/** What this is, without claims: what can be checked, what it may cost, where it is not offered, and the texts that hold. */
export function AboutPage() {
  const { t } = useTranslation('about');
  const navigation = useNavigation();
  const { remote } = useRemoteContext();
  const article = useEndpoint('newsDetail', { id: 'about' }, { freshMs: 300_000 });
  const title = t('title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const open = (address: string) => {
    const [path = '', query = ''] = address.split('?');
    navigation.navigate(path, Object.fromEntries(new URLSearchParams(query)));
  };
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <LoadablePanel loadable={article.loadable} onRetry={article.refetch} skeleton={<Skeleton shape="block" height={120} />}>
          {({ title: heading, body }) => (
            <Card as="article">
              <SectionHeading>{heading}</SectionHeading>
              <ArticleBody text={body} onOpen={open} />
            </Card>
          )}
        </LoadablePanel>
        {sections.map((section) => (
          <Card key={section} as="section">
            <SectionHeading>{t(`${section}Heading`)}</SectionHeading>
            <p className={styles.text}>{t(section)}</p>
          </Card>
        ))}
        <section>
          <SectionHeading>{t('texts')}</SectionHeading>
          <Agreements />
        </section>
        <p className={styles.version}>
          {t('version')} {remote.version}
        </p>
      </Stack>
    </Page>
  );
}
