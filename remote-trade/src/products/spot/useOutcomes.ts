/** Tells what became of an order: status word, figures, its number, and a way to it. Said aloud by the message itself. */
import { useCallback } from 'react';
import type { SpotOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useNavigation } from '@tessera/shared/react';
import type { SpotOutcome } from './orderFold';
import { useSpotTexts } from './useTexts';

const readMs = 5000;
/** What did not come about is read twice. */
const readTwiceMs = 9000;

export function useSpotOutcomes() {
  const { t } = useTranslation('trade');
  const texts = useSpotTexts();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const tell = useCallback(
    (text: string, order: SpotOrder, isGood: boolean) =>
      dialogs.toast(text, {
        tone: isGood ? 'success' : 'error',
        durationMs: isGood ? readMs : readTwiceMs,
        action: {
          label: t('spot.view'),
          onSelect: () => navigation.navigate('/pages/trade/order', { order: order.clientOrderId }),
        },
      }),
    [dialogs, navigation, t],
  );
  return {
    tellOutcome: (outcome: SpotOutcome, order: SpotOrder) =>
      tell(
        texts.outcome(outcome, order),
        order,
        outcome === 'filled' || outcome === 'cancelled' || (outcome === 'partly' && order.endReason === null),
      ),
    tellAccepted: (order: SpotOrder) => tell(texts.accepted(order), order, true),
  };
}
