import { useState } from 'react';
import { useTranslation, useSearchParams } from '@tessera/shared/kernel';
import { sealCode, sealSalt, type KeptRoot } from '@tessera/shared/fairness';
import { useFormat } from '@tessera/shared/i18n';
import { toLoadable, useDialogs } from '@tessera/shared/react';
import { Button, Card, Copy, EmptyState, LoadablePanel, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { CompareField } from './CompareField';
import { sealLink, sealOf } from './sealLink';
import { SentSeal } from './SentSeal';
import { useKept } from './useKept';
import styles from './Fairness.module.css';

/** The newest seal in a code short enough to read out, and what a seal that somebody sent or read out is against our own. */
export function SealToCompare() {
  const { t } = useTranslation('fairness');
  const [query] = useSearchParams();
  const sent = sealOf(query);
  const summary = useKept('summary', (kept) => kept.summary());
  return (
    <section>
      <SectionHeading>{t('compareWith')}</SectionHeading>
      <Stack gap={3}>
        {sent !== undefined && <SentSeal sent={sent} />}
        <p className={styles.text}>{t('compareHint')}</p>
        <LoadablePanel
          loadable={toLoadable(summary)}
          onRetry={() => void summary.refetch()}
          skeleton={<SkeletonRows count={2} />}
          isEmpty={({ newest }) => newest === null}
          empty={<EmptyState title={t('noSeal')} />}
        >
          {({ newest }) => newest !== null && <NewestSeal key={newest.minuteMs} newest={newest} />}
        </LoadablePanel>
        <CompareField />
      </Stack>
    </section>
  );
}

/** The salt is drawn when the seal is kept already: nobody could look for another log with the same code. */
function NewestSeal({ newest }: { readonly newest: KeptRoot }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const dialogs = useDialogs();
  const [salt] = useState(() => sealSalt(crypto.getRandomValues(new Uint8Array(5))));
  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link);
      dialogs.toast(t('copied'), { tone: 'success' });
    } catch {
      dialogs.toast(link, { durationMs: 10_000 });
    }
  }
  return (
    <Card>
      <Stack gap={2}>
        <strong className={styles.seal}>{sealCode(newest, salt)}</strong>
        <span className={styles.text}>{format.dateTime(newest.minuteMs)}</span>
        <Button variant="secondary" isBlock icon={Copy} onClick={() => void copy(sealLink(window.location.href, newest))}>
          {t('copyLink')}
        </Button>
      </Stack>
    </Card>
  );
}
