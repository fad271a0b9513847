import type { TreasureOrder, TreasureStatus } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, type BadgeTone } from '@tessera/shared/ui';

const tones: Readonly<Record<TreasureStatus, BadgeTone>> = {
  pending_review: 'warning',
  in_custody: 'accent',
  completed: 'success',
  cancelled: 'neutral',
};

/** The status of an order; for an ended order, how it ended. */
export function OrderBadge({ order: { status, end } }: { readonly order: Pick<TreasureOrder, 'status' | 'end'> }) {
  const { t } = useTranslation('treasure');
  const tone = end === 'redeemed' || end === 'rejected' ? 'danger' : tones[status];
  return <Badge tone={tone}>{end === null ? t(`status.${status}`) : t(`ended.${end}`)}</Badge>;
}
