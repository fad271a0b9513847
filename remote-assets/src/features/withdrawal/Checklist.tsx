import type { WithdrawalRow } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Card, Check, List, ListRow, Notice, SectionHeading, Stack, VisuallyHidden, X } from '@tessera/shared/ui';
import styles from './Checklist.module.css';

/** All that stands between the person and his withdrawal; what is not met leads to where it is mended. */
export function Checklist({ rows }: { readonly rows: readonly WithdrawalRow[] }) {
  const { t } = useTranslation('withdrawal');
  const navigation = useNavigation();
  const detailOf = useRowDetail();
  return (
    <Stack gap={2}>
      <SectionHeading>{t('check.title')}</SectionHeading>
      {rows.every(({ isMet }) => isMet) && <Notice tone="success">{t('check.ready')}</Notice>}
      <Card>
        <List label={t('check.title')}>
          {rows.map((row) => {
            const { id, isMet, href } = row;
            const Icon = isMet ? Check : X;
            return (
              <ListRow
                key={id}
                lead={<Icon aria-hidden size={18} className={isMet ? styles.met : styles.missing} />}
                title={
                  <>
                    {t(`check.${id}`)}
                    <VisuallyHidden>: {t(isMet ? 'check.met' : 'check.missing')}</VisuallyHidden>
                  </>
                }
                detail={detailOf(row)}
                onSelect={isMet || href === null ? undefined : () => navigation.navigate(href)}
              />
            );
          })}
        </List>
      </Card>
    </Stack>
  );
}

function useRowDetail(): (row: WithdrawalRow) => string | undefined {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const level = (text: string | null) =>
    t(text === 'advanced' || text === 'primary' ? `check.level.${text}` : 'check.level.none');
  return ({ id, unit, have, need, isMet, moreFromMs }) => {
    if (id === 'day_limit') {
      const used = t('check.of.day', { have: format.figure(have ?? '0'), need: format.figure(need ?? '0') });
      return moreFromMs === undefined ? used : `${used} · ${t('check.of.dayFrom', { from: format.dateTime(moreFromMs) })}`;
    }
    if (unit === 'level') return t('check.of.level', { have: level(have), need: level(need) });
    // No condition, nothing to count.
    if (unit === 'usdt' && need !== '0')
      return t('check.of.usdt', { have: format.figure(have ?? '0'), need: format.figure(need ?? '0') });
    if (unit === 'count' && !isMet) return t('check.of.count', { have: format.figure(have ?? '0') });
    if (unit === 'until') return t('check.of.until', { until: format.dateTime(Number(need)) });
    return undefined;
  };
}
