import type { MarketState } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge } from '@tessera/shared/ui';

/** Says that a market is closed or about to close; nothing while it trades. */
export function StateBadge({ state }: { readonly state: MarketState | undefined }) {
  const { t } = useTranslation('common');
  if (state === undefined || state === 'trading') return null;
  return <Badge tone={state === 'closing' ? 'warning' : 'neutral'}>{t(`market.${state}`)}</Badge>;
}
