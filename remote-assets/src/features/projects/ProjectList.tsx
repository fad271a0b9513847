import type { Project } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useNavigation } from '@tessera/shared/react';
import { Button, Card, EmptyState, KeyValueList, LoadablePanel, SkeletonRows, Stack, PiggyBank } from '@tessera/shared/ui';
import { OfferHead } from '../../components/OfferHead';
import { useFreshAfterMoney } from '../../components/useFreshAfterMoney';
import { RealMoneyOnly } from './RealMoneyOnly';
import { joinProblem } from './joinProblem';
import { StatusBadge } from './StatusBadge';
import { useFacts } from './useFacts';
import { useShareText } from './useShareText';
import styles from './Projects.module.css';

/** All projects, including ended ones. */
export function ProjectList() {
  const { t } = useTranslation('projects');
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('projects', {});
  useFreshAfterMoney('projects');
  return (
    <Stack gap={4}>
      <RealMoneyOnly />
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState icon={PiggyBank} title={t('empty')} detail={t('emptyHint')} />}
      >
        {({ items }) => (
          <Stack gap={3}>
            {items.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </Stack>
        )}
      </LoadablePanel>
    </Stack>
  );
}

function ProjectCard({ project }: { readonly project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const navigation = useNavigation();
  const factsOf = useFacts();
  const shareText = useShareText();
  const { id, name, status, result, joined, asset } = project;
  const isFull = joinProblem(undefined, project)?.code === 'full';
  return (
    <Card as="article" aria-label={name}>
      <Stack gap={3}>
        <OfferHead name={name} level={3}>
          <StatusBadge status={status} />
        </OfferHead>
        {result !== null && <p className={styles.share}>{shareText(result.share)}</p>}
        <KeyValueList items={factsOf(project)} />
        {status === 'open' && joined === null && isFull && <p className={styles.text}>{t('full')}</p>}
        {joined !== null && <p className={styles.text}>{t('yours', { amount: format.figure(joined), asset })}</p>}
        <Button
          isBlock
          variant="secondary"
          aria-label={`${t('open')}: ${name}`}
          onClick={() => navigation.navigate('/pages/InterestTreasure/detail', { project: id })}
        >
          {t('open')}
        </Button>
      </Stack>
    </Card>
  );
}
