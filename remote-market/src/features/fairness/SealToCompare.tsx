import { useTranslation, useQuery, useSearchParams } from '@tessera/shared/kernel';
import { shortCode } from '@tessera/shared/fairness';
import { useFormat } from '@tessera/shared/i18n';
import { toLoadable, useDialogs, useRemoteContext } from '@tessera/shared/react';
import {
  Button,
  Card,
  Copy,
  EmptyState,
  LiveRegion,
  LoadablePanel,
  Notice,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { sealLink, sealOf, type Seal } from './sealLink';
import { useKept } from './useKept';
import styles from './Fairness.module.css';

/** The newest seal in words short enough to read out, and what a seal that somebody sent is against our own. */
export function SealToCompare() {
  const { t } = useTranslation('market');
  const format = useFormat();
  const dialogs = useDialogs();
  const [query] = useSearchParams();
  const sent = sealOf(query);
  const summary = useKept('summary', (kept) => kept.summary());
  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link);
      dialogs.toast(t('fairness.copied'), { tone: 'success' });
    } catch {
      dialogs.toast(link, { durationMs: 10_000 });
    }
  }
  return (
    <section>
      <SectionHeading>{t('fairness.compareWith')}</SectionHeading>
      <Stack gap={3}>
        {sent !== undefined && <SentSeal sent={sent} />}
        <p className={styles.text}>{t('fairness.compareHint')}</p>
        <LoadablePanel
          loadable={toLoadable(summary)}
          onRetry={() => void summary.refetch()}
          skeleton={<SkeletonRows count={2} />}
          isEmpty={({ newest }) => newest === null}
          empty={<EmptyState title={t('fairness.noSeal')} />}
        >
          {({ newest }) =>
            newest !== null && (
              <Card>
                <Stack gap={2}>
                  <strong className={styles.seal}>{shortCode(newest.root)}</strong>
                  <span className={styles.text}>{format.dateTime(newest.minuteMs)}</span>
                  <Button
                    variant="secondary"
                    isBlock
                    icon={Copy}
                    onClick={() => void copy(sealLink(window.location.href, newest))}
                  >
                    {t('fairness.copyLink')}
                  </Button>
                </Stack>
              </Card>
            )
          }
        </LoadablePanel>
      </Stack>
    </section>
  );
}

/** Our own seal of that minute: the one that was kept, or else the one that is public now. */
function SentSeal({ sent }: { readonly sent: Seal }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { api, evidence } = useRemoteContext();
  const own = useQuery({
    queryKey: ['evidence', 'sent', sent],
    queryFn: async () => {
      const [kept] = await evidence.rootsKept(sent.minuteMs, sent.minuteMs);
      if (kept !== undefined) return { code: shortCode(kept.root), isKept: true };
      const { anchors } = await api.call('anchors', { fromMs: sent.minuteMs, toMs: sent.minuteMs }, { toastErrors: false });
      const shown = anchors.find(({ minuteMs }) => minuteMs === sent.minuteMs);
      return { code: shown === undefined ? undefined : shortCode(shown.root), isKept: false };
    },
  });
  const time = format.dateTime(sent.minuteMs);
  return (
    <LiveRegion>
      <LoadablePanel loadable={toLoadable(own)} onRetry={() => void own.refetch()} skeleton={<SkeletonRows count={1} />}>
        {({ code, isKept }) =>
          code === sent.code ? (
            <Notice tone="success" title={t('fairness.sameSeal', { time })}>
              {t(isKept ? 'fairness.sameKept' : 'fairness.samePublic')}
            </Notice>
          ) : (
            <Notice tone="danger" title={t('fairness.otherSeal', { time })}>
              {t('fairness.otherSealHint', { sent: sent.code, own: code ?? '-' })}
            </Notice>
          )
        }
      </LoadablePanel>
    </LiveRegion>
  );
}
