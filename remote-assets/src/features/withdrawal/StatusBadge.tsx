import type { WithdrawalStatus } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, type BadgeTone } from '@tessera/shared/ui';

const tones: Readonly<Record<WithdrawalStatus, BadgeTone>> = {
  under_review: 'accent',
  second_review: 'accent',
  success: 'success',
  failure: 'danger',
  cancelled: 'neutral',
};

export function StatusBadge({ status }: { readonly status: WithdrawalStatus }) {
  const { t } = useTranslation('withdrawal');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
