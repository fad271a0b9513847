import { useTranslation } from '@tessera/shared/kernel';
import { Segmented } from '@tessera/shared/ui';
import type { TicketChange, TicketForm } from './ticketForm';

interface TicketChoicesProps {
  readonly form: TicketForm;
  readonly onChange: (change: TicketChange) => void;
}

/** Buy or sell, at a limit or at the market's price. */
export function TicketChoices({ form: { side, entrustment }, onChange }: TicketChoicesProps) {
  const { t } = useTranslation('trade');
  return (
    <>
      <Segmented
        label={t('spot.sideLabel')}
        value={side}
        onChange={(next) => onChange({ type: 'side', side: next })}
        options={[
          { value: 'buy', label: t('spot.side.buy'), tone: 'up' },
          { value: 'sell', label: t('spot.side.sell'), tone: 'down' },
        ]}
      />
      <Segmented
        size="sm"
        label={t('spot.entrustmentLabel')}
        value={entrustment}
        onChange={(next) => onChange({ type: 'entrustment', entrustment: next })}
        options={[
          { value: 'limit', label: t('spot.entrustment.limit') },
          { value: 'market', label: t('spot.entrustment.market') },
        ]}
      />
    </>
  );
}
