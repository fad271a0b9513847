/** What every proof shows, whatever was decided: the verdict, the facts, the ticks, each check, the rule, and its limits. */
import type { ReactNode } from 'react';
import { isProven, isSealed } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext } from '@tessera/shared/react';
import { Button, Card, Download, LiveRegion, Notice, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { CheckList, type ShownCheck } from './CheckList';
import type { ProvenLog } from './evidenceChecks';
import { saveProof } from './saveProof';
import { useEvidenceChecks } from './useEvidenceChecks';
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
  readonly proof: ProvenLog;
  /** The name of the saved file. */
  readonly fileName: string;
}

export function ProofBody({ checks, heading, facts, chart, rule, limits, proof, fileName }: ProofBodyProps) {
  const { t } = useTranslation('trade');
  const { evidence } = useRemoteContext();
  const compared = useEvidenceChecks(proof);
  const isContradicted = compared !== undefined && !isProven(compared);
  return (
    <Stack gap={4}>
      <LiveRegion>
        <Verdict checks={checks} isContradicted={isContradicted} />
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
        <Card>{checks === undefined ? <SkeletonRows count={6} /> : <CheckList label={t('proof.checks')} checks={checks} />}</Card>
      </section>
      <section>
        <SectionHeading>{t('proof.compared')}</SectionHeading>
        <Card>
          {compared === undefined ? <SkeletonRows count={3} /> : <CheckList label={t('proof.compared')} checks={compared} />}
        </Card>
      </section>
      <section>
        <SectionHeading>{t('proof.rule', { version: rule.version })}</SectionHeading>
        <Card>
          <p className={styles.text}>{rule.text}</p>
        </Card>
      </section>
      {[...limits, t('proof.limitKept')].map((limit) => (
        <Notice key={limit}>{limit}</Notice>
      ))}
      {isContradicted && (
        <Button
          isBlock
          icon={Download}
          onClick={() => void evidence.export().then((kept) => saveProof(`${fileName}-evidence`, { proof, evidence: kept }))}
        >
          {t('proof.exportEvidence')}
        </Button>
      )}
      <Button variant="secondary" isBlock icon={Download} onClick={() => saveProof(fileName, proof)}>
        {t('proof.export')}
      </Button>
    </Stack>
  );
}

function Verdict({ checks, isContradicted }: Pick<ProofBodyProps, 'checks'> & { readonly isContradicted: boolean }) {
  const { t } = useTranslation('trade');
  if (checks === undefined) return <Notice>{t('proof.checking')}</Notice>;
  if (isContradicted)
    return (
      <Notice tone="danger" title={t('proof.contradicted')}>
        {t('proof.contradictedHint')}
      </Notice>
    );
  if (isProven(checks) && !isSealed(checks)) return <Notice title={t('proof.unsealed')}>{t('proof.unsealedHint')}</Notice>;
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
