/** What every proof shows, whatever was decided: the verdict, the facts, the ticks, each check, the rule, and its limits. */
import type { ReactNode } from 'react';
import { isProven } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Card, Download, LiveRegion, Notice, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { CheckList, type ShownCheck } from './CheckList';
import styles from './ProofPage.module.css';

interface ProofBodyProps {
  /** undefined while it is being recomputed. */
  readonly checks: readonly ShownCheck[] | undefined;
  readonly heading: string;
  readonly facts: ReactNode;
  readonly chart: ReactNode;
  readonly rule: { readonly version: number; readonly text: string };
  /** What the proof does not show. */
  readonly limits: readonly string[];
  readonly onSave: () => void;
}

export function ProofBody({ checks, heading, facts, chart, rule, limits, onSave }: ProofBodyProps) {
  const { t } = useTranslation('trade');
  return (
    <Stack gap={4}>
      <LiveRegion>
        <Verdict checks={checks} />
      </LiveRegion>
      <section>
        <SectionHeading>{heading}</SectionHeading>
        <Card>{facts}</Card>
      </section>
      <section>
        <SectionHeading>{t('proof.ticks')}</SectionHeading>
        <Card padding="none">{chart}</Card>
      </section>
      <section>
        <SectionHeading>{t('proof.checks')}</SectionHeading>
        <Card>{checks === undefined ? <SkeletonRows count={6} /> : <CheckList checks={checks} />}</Card>
      </section>
      <section>
        <SectionHeading>{t('proof.rule', { version: rule.version })}</SectionHeading>
        <Card>
          <p className={styles.text}>{rule.text}</p>
        </Card>
      </section>
      {limits.map((limit) => (
        <Notice key={limit}>{limit}</Notice>
      ))}
      <Button variant="secondary" isBlock icon={Download} onClick={onSave}>
        {t('proof.export')}
      </Button>
    </Stack>
  );
}

function Verdict({ checks }: Pick<ProofBodyProps, 'checks'>) {
  const { t } = useTranslation('trade');
  if (checks === undefined) return <Notice>{t('proof.checking')}</Notice>;
  return isProven(checks) ? (
    <Notice tone="success" title={t('proof.proven')}>
      {t('proof.intro')}
    </Notice>
  ) : (
    <Notice tone="danger" title={t('proof.failed')}>
      {t('proof.failedHint')}
    </Notice>
  );
}
