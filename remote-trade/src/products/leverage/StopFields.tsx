import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Card, Stack, Switch } from '@tessera/shared/ui';
import { StopField } from './StopField';
import type { StopSide } from './stopUnits';
import type { TicketFigures } from './ticketFigures';
import type { TicketForm } from './ticketForm';
import styles from './Ticket.module.css';

interface StopFieldsProps {
  readonly info: SymbolInfo;
  readonly form: TicketForm;
  readonly sides: TicketFigures['sides'];
  readonly onChange: (part: Partial<TicketForm>) => void;
}

/** Take-profit and stop-loss of the order, when they are wanted. */
export function StopFields({ info, form, sides, onChange }: StopFieldsProps) {
  const { t } = useTranslation('trade');
  return (
    <Card>
      <Switch
        label={t('leverage.stops')}
        detail={t('leverage.stopsHint')}
        isOn={form.hasStops}
        onChange={(hasStops) => onChange({ hasStops })}
      />
      {form.hasStops && (
        <div className={styles.stops}>
          <Stack gap={4}>
            {(['takeProfit', 'stopLoss'] as const).map((side) => (
              <StopField
                key={side}
                side={side}
                info={info}
                input={form[side]}
                onChange={(input) => onChange({ [side]: input })}
                meanings={meaningsOf(side)}
              />
            ))}
          </Stack>
        </div>
      )}
    </Card>
  );

  /** A price lies on one side only; a distance has a meaning for both directions. */
  function meaningsOf(stop: StopSide) {
    const known = [sides.long, sides.short].flatMap((side) =>
      side === undefined ? [] : [{ position: side.position, price: side[stop], isFit: side.stopProblem?.side !== stop }],
    );
    const fitting = known.filter(({ isFit }) => isFit);
    return fitting.length === 1 ? fitting : known;
  }
}
