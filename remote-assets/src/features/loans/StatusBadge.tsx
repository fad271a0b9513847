import type { Loan, LoanStatus } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, type BadgeTone } from '@tessera/shared/ui';

const tones: Readonly<Record<LoanStatus, BadgeTone>> = {
  pending_review: 'accent',
  open: 'neutral',
  overdue: 'danger',
  repaid: 'success',
  liquidated: 'danger',
  rejected: 'danger',
  cancelled: 'neutral',
};

export function StatusBadge({ loan: { status, isCalled } }: { readonly loan: Pick<Loan, 'status' | 'isCalled'> }) {
  const { t } = useTranslation('loans');
  if (status === 'open' && isCalled) return <Badge tone="warning">{t('status.called')}</Badge>;
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
