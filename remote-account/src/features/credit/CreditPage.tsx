import { useEffect } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import {
  Card,
  KeyValueList,
  List,
  ListRow,
  LoadablePanel,
  Page,
  PageHeader,
  ProgressRing,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import styles from './CreditPage.module.css';

type Credit = EndpointResponse<'credit'>;
type Rule = Credit['rules'][number];

/** The credit score: the sum of its events, each with its points and its instant, and the formula. */
export function CreditPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('credit', {});
  const title = t('credit.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={6} />} onRetry={refetch}>
        {(credit) => (
          <Stack gap={6}>
            <Score score={credit.score} most={credit.most} />
            <Events events={credit.events} />
            <Rules rules={credit.rules} />
          </Stack>
        )}
      </LoadablePanel>
    </Page>
  );
}

function Score({ score, most }: Pick<Credit, 'score' | 'most'>) {
  const { t } = useTranslation('account');
  return (
    <Card as="section">
      <div className={styles.score}>
        <p className={styles.figures}>
          <ProgressRing fraction={score / most}>
            <strong className={styles.figure}>{score}</strong>
          </ProgressRing>{' '}
          {t('credit.of', { most })}
        </p>
        <p className={styles.hint}>{t('credit.hint')}</p>
      </div>
    </Card>
  );
}

function Events({ events }: Pick<Credit, 'events'>) {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <section>
      <SectionHeading>{t('credit.events')}</SectionHeading>
      <Card padding="none">
        <List label={t('credit.events')}>
          {events.map(({ kind, points, count, atMs }) => (
            <ListRow
              key={`${kind} ${count ?? 0} ${atMs}`}
              title={t(`credit.kind.${kind}`, { count })}
              detail={format.dateTime(atMs)}
              value={format.figure(String(points), { sign: 'always' })}
            />
          ))}
        </List>
      </Card>
    </section>
  );
}

function Rules({ rules }: Pick<Credit, 'rules'>) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const worth = ({ points: figure, times, days }: Rule): string => {
    const points = format.figure(String(figure), { sign: 'always' });
    if (days !== undefined) return t('credit.forDays', { points, days });
    return times === undefined || times === 1 ? points : t('credit.each', { points, times });
  };
  return (
    <section>
      <SectionHeading>{t('credit.rules')}</SectionHeading>
      <Card>
        <Stack gap={3}>
          <KeyValueList
            items={rules.map((rule) => ({
              key: `${rule.kind} ${rule.count ?? 0}`,
              label: t(`credit.kind.${rule.kind}`, { count: rule.count }),
              value: worth(rule),
            }))}
          />
          <p className={styles.hint}>{t('credit.rulesNote')}</p>
        </Stack>
      </Card>
    </section>
  );
}
