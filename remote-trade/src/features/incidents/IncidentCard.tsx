import type { Incident } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { Card, KeyValueList, SectionHeading, Stack } from '@tessera/shared/ui';
import { SideSums } from './SideSums';

export function IncidentCard({ incident }: { readonly incident: Incident }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { symbol, fromMs, toMs, reason, publishedAtMs, proposedBy, confirmedBy, sums } = incident;
  const agreed =
    proposedBy === undefined || confirmedBy === undefined
      ? t('incidents.beforeTwo')
      : t('incidents.byTwo', { proposed: t(`incidents.role.${proposedBy}`), confirmed: t(`incidents.role.${confirmedBy}`) });
  return (
    <section>
      <SectionHeading>{symbol}</SectionHeading>
      <Card>
        <Stack gap={4}>
          <KeyValueList
            items={[
              { key: 'from', label: t('incidents.from'), value: format.dateTime(fromMs) },
              { key: 'to', label: t('incidents.to'), value: format.dateTime(toMs) },
              { key: 'reason', label: t('incidents.reason'), value: <bdi>{reason}</bdi> },
              { key: 'by', label: t('incidents.by'), value: agreed },
              { key: 'published', label: t('incidents.published'), value: format.dateTime(publishedAtMs) },
            ]}
          />
          {sums !== undefined && <SideSums sums={sums} />}
        </Stack>
      </Card>
    </section>
  );
}
