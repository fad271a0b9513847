import type { Side, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useSessionState } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import type { TicketProblem } from './ticketProblem';
import { useProblemText } from './useProblemText';
import { useSpotTexts } from './useTexts';

interface PlaceButtonProps {
  readonly info: SymbolInfo;
  readonly side: Side;
  readonly problem: TicketProblem | undefined;
  readonly isBusy: boolean;
}

/** The ticket's button: it says the first thing that stands in the way; a visitor is led to log in. */
export function PlaceButton({ info, side, problem, isBusy }: PlaceButtonProps) {
  const { t } = useTranslation('trade');
  const texts = useSpotTexts();
  const problemText = useProblemText(info);
  const { isSignedIn } = useSessionState();
  if (!isSignedIn) {
    return (
      <Button type="submit" isBlock>
        {t('ticket.logIn')}
      </Button>
    );
  }
  return (
    <Button type="submit" isBlock variant={side === 'buy' ? 'long' : 'short'} isBusy={isBusy} disabled={problem !== undefined}>
      {problem === undefined ? t(`spot.confirm.${side}`, { asset: texts.asset(info.base) }) : problemText(problem)}
    </Button>
  );
}
