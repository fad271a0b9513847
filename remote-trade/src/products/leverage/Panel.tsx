/** The leverage product on the contract tab: the ticket once the terms are known; a visitor is told what it is and can log in. */
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useConnection, useEndpoint, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, LoadablePanel, Lock, SkeletonRows } from '@tessera/shared/ui';
import type { LeverageOrders } from './useOrders';
import { LeverageTicket } from './Ticket';

interface LeveragePanelProps {
  readonly info: SymbolInfo;
  readonly preferred: string | null;
  readonly scale: number;
  readonly orders: LeverageOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
  readonly onShowPositions: () => void;
}

export function LeveragePanel({ info, ...rest }: LeveragePanelProps) {
  const { t } = useTranslation('trade');
  const session = useSession();
  const { isSignedIn } = useSessionState();
  // Beside a living socket what changes them is announced: orders and balances as events, terms as another catalogue.
  const refetchEveryMs = useConnection() === 'live' ? undefined : 30_000;
  const terms = useEndpoint('leverageTerms', { symbol: info.symbol }, { isEnabled: isSignedIn, freshMs: 0, refetchEveryMs });
  if (!isSignedIn) {
    return (
      <EmptyState
        icon={Lock}
        title={t('leverage.visitor')}
        detail={t('leverage.visitorHint')}
        action={<Button onClick={() => session.requestLogin()}>{t('ticket.logIn')}</Button>}
      />
    );
  }
  return (
    <LoadablePanel loadable={terms.loadable} onRetry={terms.refetch} skeleton={<SkeletonRows count={6} />}>
      {(known) => <LeverageTicket info={info} terms={known} {...rest} />}
    </LoadablePanel>
  );
}
