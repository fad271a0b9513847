import type { Project } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  Button,
  Card,
  EmptyState,
  KeyValueList,
  LoadablePanel,
  Notice,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { OfferHead } from '../../components/OfferHead';
import { SoftText } from '../../components/SoftText';
import { useFreshAfterMoney } from '../../components/useFreshAfterMoney';
import { JoinForm } from './JoinForm';
import { joinProblem } from './joinProblem';
import { ProjectResult } from './ProjectResult';
import { RealMoneyOnly } from './RealMoneyOnly';
import { StatusBadge } from './StatusBadge';
import { useFacts } from './useFacts';
import styles from './Projects.module.css';

/** One project (?project= its id). */
export function ProjectView() {
  const { t } = useTranslation('projects');
  const navigation = useNavigation();
  const [query] = useSearchParams();
  const { loadable, refetch } = useEndpoint('projects', { id: query.get('project') ?? '0' }, { freshMs: 0 });
  useFreshAfterMoney('projects');
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={8} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState
          title={t('detail.gone')}
          action={
            <Button onClick={() => navigation.redirect('/pages/InterestTreasure/index', { product: 'projects' })}>
              {t('detail.others')}
            </Button>
          }
        />
      }
    >
      {({ items: [project] }) => (project === undefined ? null : <ProjectParts project={project} />)}
    </LoadablePanel>
  );
}

function ProjectParts({ project }: { readonly project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const factsOf = useFacts();
  const { mode } = useSessionState();
  const { name, about, status, joined, returned, asset, result, cancelReason, termsSeq, endsAtMs } = project;
  const isFull = joinProblem(undefined, project)?.code === 'full';
  const isTaking = status === 'open' && joined === null && !isFull;
  return (
    <Stack gap={4}>
      <OfferHead name={name} level={2}>
        <StatusBadge status={status} />
      </OfferHead>
      <RealMoneyOnly />
      {joined !== null && result === null && cancelReason === null && (
        <Notice tone="success" title={t('yours', { amount: format.figure(joined), asset })}>
          {t('until', { date: format.dateTime(endsAtMs) })}
        </Notice>
      )}
      {result !== null && <ProjectResult project={project} result={result} />}
      {cancelReason !== null && (
        <Notice title={t('cancelled.title')}>
          <p className={styles.text}>{t('cancelled.reason', { reason: cancelReason })}</p>
          {joined !== null && (
            <p className={styles.text}>
              {t(returned === null ? 'cancelled.back' : 'cancelled.returned', { amount: format.figure(joined), asset })}
            </p>
          )}
        </Notice>
      )}
      <section>
        <SectionHeading>{t('detail.about')}</SectionHeading>
        <p className={styles.text}>{about}</p>
      </section>
      <Card>
        <KeyValueList items={factsOf(project)} />
      </Card>
      <SoftText>{t('detail.terms', { seq: termsSeq })}</SoftText>
      {isTaking && mode === 'real' && <JoinForm project={project} />}
      {joined === null &&
        (isFull && status === 'open' ? <Notice>{t('full')}</Notice> : status === 'running' && <Notice>{t('closed')}</Notice>)}
    </Stack>
  );
}
