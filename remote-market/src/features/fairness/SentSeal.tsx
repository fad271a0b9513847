import { useQuery, useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { toLoadable, useRemoteContext } from '@tessera/shared/react';
import { Button, Download, LiveRegion, LoadablePanel, Notice, SkeletonRows, Stack } from '@tessera/shared/ui';
import { saveEvidence } from './saveEvidence';
import { codeOf, type Seal } from './sealLink';

/**
 * Our own seal of that minute: the one that was kept, or else the one that is public now. Another one is an alarm, with all there is to
 * save; none at all is nothing to compare.
 */
export function SentSeal({ sent }: { readonly sent: Seal }) {
  const { t } = useTranslation('fairness');
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
    const difference = {
      kind: 'root' as const,
      of: String(sent.minuteMs),
      kept: root,
      shown: [sent.salt ?? [], sent.code].flat().join(' '),
    };
    saveEvidence({
      ...file,
      differences: [...file.differences, { ...difference, keptAtMs: keptAtMs ?? nowMs, foundAtMs: nowMs }],
    });
  }
  return (
    <LiveRegion>
      <LoadablePanel loadable={toLoadable(own)} onRetry={() => void own.refetch()} skeleton={<SkeletonRows count={1} />}>
        {({ root, keptAtMs }) =>
          root === undefined ? (
            <Notice tone="warning" title={t('noOwnSeal', { time })}>
              {t('noOwnSealHint')}
            </Notice>
          ) : codeOf(root, sent) === sent.code ? (
            <Notice tone="success" title={t('sameSeal', { time })}>
              {t(keptAtMs === undefined ? 'samePublic' : 'sameKept')}
            </Notice>
          ) : (
            <Stack gap={2}>
              <Notice tone="danger" title={t('otherSeal', { time })}>
                {t('otherSealHint', { sent: sent.code, own: codeOf(root, sent) })}
              </Notice>
              <Button isBlock icon={Download} onClick={() => void save(root, keptAtMs)}>
                {t('saveCompared')}
              </Button>
            </Stack>
          )
        }
      </LoadablePanel>
    </LiveRegion>
  );
}
