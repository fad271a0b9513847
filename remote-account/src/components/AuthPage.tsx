import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { BrandMark, Page, PageHeader, Stack } from '@tessera/shared/ui';
import styles from './AuthPage.module.css';

/** The frame of login, registration and forgotten password: the mark, one heading, the form. */
export function AuthPage({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const navigation = useNavigation();
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={6}>
        <div className={styles.head}>
          <BrandMark size={40} />
          <p className={styles.brand}>{t('brand')}</p>
          <h2 className={styles.heading}>{heading}</h2>
        </div>
        {children}
      </Stack>
    </Page>
  );
}
