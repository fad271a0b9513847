import { useEffect, useState } from 'react';
import type { LimitKind, LimitsView, ShownLimit } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isZero } from '@tessera/shared/money';
import { useEndpoint, useNavigation, usePrivateEvents } from '@tessera/shared/react';
import { Button, Card, List, ListRow, LoadablePanel, Notice, Page, PageHeader, SkeletonRows, Stack } from '@tessera/shared/ui';
import { BreakSheet } from './BreakSheet';
import { LimitSheet } from './LimitSheet';
import styles from './LimitsPage.module.css';
import { useLimitText } from './useLimitText';

/** Limits of the real account that the person sets, and breaks that he takes. */
export function LimitsPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('limits', {}, { refetchEveryMs: 60_000 });
  usePrivateEvents((event) => {
    if (event.type === 'notice' || event.type === 'resync') refetch();
  });
  const title = t('limits.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={5} />} onRetry={refetch}>
        {(view) => <OpenLimits view={view} />}
      </LoadablePanel>
    </Page>
  );
}

function OpenLimits({ view }: { readonly view: LimitsView }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const textOf = useLimitText(view);
  const [edited, setEdited] = useState<LimitKind | 'break' | undefined>(undefined);
  const close = () => setEdited(undefined);
  const limit = view.limits.find(({ kind }) => kind === edited);
  function todayText({ kind, most, used, left }: ShownLimit): string {
    if (left === null) return t('limits.used', { amount: textOf(kind, used) });
    if (isZero(amount(left))) return t('limits.noneLeft', { most: textOf(kind, most) });
    return t('limits.left', { left: textOf(kind, left), most: textOf(kind, most) });
  }
  return (
    <Stack gap={4}>
      <Notice>{t('limits.hint', { time: format.minute(view.dayEndsAtMs) })}</Notice>
      {view.break !== null && (
        <Notice tone="warning">{t('limits.break.running', { at: format.dateTime(view.break.untilMs) })}</Notice>
      )}
      <Card padding="none">
        <List label={t('limits.title')}>
          {view.limits.map((shown) => (
            <ListRow
              key={shown.kind}
              title={t(`limits.kind.${shown.kind}`)}
              detail={
                <>
                  {todayText(shown)}
                  {shown.coming !== null && (
                    <span className={styles.coming}>
                      {t('limits.coming', {
                        at: format.dateTime(shown.coming.fromMs),
                        amount: textOf(shown.kind, shown.coming.most),
                      })}
                    </span>
                  )}
                </>
              }
              // What is set is said with what is left of it; once more beside it, both would have no room on a small phone.
              value={shown.most === null ? t('limits.none') : undefined}
              hasChevron
              onSelect={() => setEdited(shown.kind)}
            />
          ))}
        </List>
      </Card>
      <Button variant="secondary" size="lg" isBlock onClick={() => setEdited('break')}>
        {t('limits.break.title')}
      </Button>
      {limit !== undefined && <LimitSheet key={limit.kind} limit={limit} asset={view.asset} onClose={close} />}
      {edited === 'break' && <BreakSheet onClose={close} />}
    </Stack>
  );
}
