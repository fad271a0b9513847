import { useQuery, useTranslation } from '@tessera/shared/kernel';
import { shortCode } from '@tessera/shared/fairness';
import { useFormat } from '@tessera/shared/i18n';
import { toLoadable, useRemoteContext } from '@tessera/shared/react';
import { Button, Download, LiveRegion, LoadablePanel, Notice, SkeletonRows, Stack } from '@tessera/shared/ui';
import { saveEvidence } from './saveEvidence';
import type { Seal } from './sealLink';

/** Our own seal of that minute: the one that was kept, or else the one that is public now. Another one is an alarm, with all there is to save. */
export function SentSeal({ sent }: { readonly sent: Seal }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { api, clock, evidence } = useRemoteContext();
  const own = useQuery({
    queryKey: ['evidence', 'sent', sent],
    queryFn: async () => {
      const [kept] = await evidence.rootsKept(sent.minuteMs, sent.minuteMs);
      if (kept !== undefined) return { root: kept.root, keptAtMs: kept.keptAtMs };
      const { anchors } = await api.call('anchors', { fromMs: sent.minuteMs, toMs: sent.minuteMs }, { toastErrors: false });
      return { root: anchors.find(({ minuteMs }) => minuteMs === sent.minuteMs)?.root, keptAtMs: undefined };
    },
  });
  const time = format.dateTime(sent.minuteMs);
  async function save(root: string, keptAtMs: number | undefined) {
    const file = await evidence.export();
    const nowMs = clock.now();
    const difference = { kind: 'root' as const, of: String(sent.minuteMs), kept: root, shown: sent.code };
    saveEvidence({
      ...file,
      differences: [...file.differences, { ...difference, keptAtMs: keptAtMs ?? nowMs, foundAtMs: nowMs }],
    });
  }
  return (
    <LiveRegion>
      <LoadablePanel loadable={toLoadable(own)} onRetry={() => void own.refetch()} skeleton={<SkeletonRows count={1} />}>
        {({ root, keptAtMs }) =>
          root !== undefined && shortCode(root) === sent.code ? (
            <Notice tone="success" title={t('fairness.sameSeal', { time })}>
              {t(keptAtMs === undefined ? 'fairness.samePublic' : 'fairness.sameKept')}
            </Notice>
          ) : (
            <Stack gap={2}>
              <Notice tone="danger" title={t('fairness.otherSeal', { time })}>
                {t('fairness.otherSealHint', { sent: sent.code, own: root === undefined ? '-' : shortCode(root) })}
              </Notice>
              <Button isBlock icon={Download} onClick={() => void save(root ?? '', keptAtMs)}>
                {t('fairness.saveCompared')}
              </Button>
            </Stack>
          )
        }
      </LoadablePanel>
    </LiveRegion>
  );
}
