import type { Withdrawal, WithdrawalStatus } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, type BadgeTone } from '@tessera/shared/ui';

const tones: Readonly<Record<WithdrawalStatus, BadgeTone>> = {
  under_review: 'accent',
  second_review: 'accent',
  success: 'success',
  failure: 'danger',
  cancelled: 'neutral',
};

export function StatusBadge({
  withdrawal: { status, sending },
}: {
  readonly withdrawal: Pick<Withdrawal, 'status' | 'sending'>;
}) {
  const { t } = useTranslation('withdrawal');
  if (sending !== undefined) return <Badge tone="accent">{t('sending.status')}</Badge>;
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
