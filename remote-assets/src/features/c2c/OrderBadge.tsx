import type { C2cStatus } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, type BadgeTone } from '@tessera/shared/ui';

const tones: Readonly<Record<C2cStatus, BadgeTone>> = {
  reserved: 'warning',
  paid: 'warning',
  disputed: 'danger',
  released: 'success',
  cancelled: 'neutral',
  expired: 'neutral',
};

export function OrderBadge({ status }: { readonly status: C2cStatus }) {
  const { t } = useTranslation('c2c');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
