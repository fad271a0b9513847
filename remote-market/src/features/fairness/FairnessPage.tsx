/** What this exchange can be held to, from this device's own evidence: what was kept, what does not agree, what cannot be noticed. */
import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { BookOpen, Button, Page, PageHeader, Stack } from '@tessera/shared/ui';
import { Differences } from './Differences';
import { FeedDays } from './FeedDays';
import { KeptOnDevice } from './KeptOnDevice';
import { PublishedSince } from './PublishedSince';
import { SealToCompare } from './SealToCompare';
import { ShownAndNot } from './ShownAndNot';
import styles from './Fairness.module.css';

export function FairnessPage() {
  const { t } = useTranslation(['fairness', 'market']);
  const navigation = useNavigation();
  const title = t('title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={6}>
        <Differences />
        <p className={styles.text}>{t('intro')}</p>
        <KeptOnDevice />
        <SealToCompare />
        <FeedDays />
        <PublishedSince />
        <ShownAndNot />
        <Button
          variant="secondary"
          isBlock
          icon={BookOpen}
          onClick={() => navigation.navigate('/pages/help/detail', { id: 'results' })}
        >
          {t('market:home.fair.link')}
        </Button>
      </Stack>
    </Page>
  );
}
