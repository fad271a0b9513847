import type { ShownMarketState } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge } from '@tessera/shared/ui';

/** Says that a market is halted, closed or about to close; nothing while it trades. */
export function StateBadge({ state }: { readonly state: ShownMarketState | undefined }) {
  const { t } = useTranslation('common');
  if (state === undefined || state === 'trading') return null;
  return <Badge tone={state === 'closed' ? 'neutral' : 'warning'}>{t(`market.${state}`)}</Badge>;
}
