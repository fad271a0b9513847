import type { LeverageTerms } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { LiveRegion, Notice, Stack } from '@tessera/shared/ui';
import type { TicketFigures } from './ticketFigures';
import { useLeverageTexts } from './useTexts';

interface TicketWarningsProps {
  readonly terms: LeverageTerms;
  readonly warnings: TicketFigures['warnings'];
}

/** What should be known before the order; it forbids nothing. */
export function TicketWarnings({ terms, warnings }: TicketWarningsProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { isBehindLiquidation, isNearCall, isMuch, opposite, raised } = warnings;
  return (
    <LiveRegion>
      <Stack gap={2}>
        {isBehindLiquidation && <Notice tone="warning">{t('leverage.warning.behindLiquidation')}</Notice>}
        {isNearCall && (
          <Notice tone="warning">
            {t('leverage.warning.marginCall', {
              call: format.rate(terms.marginCallLevel, { scale: 0 }),
              out: format.rate(terms.stopOutLevel, { scale: 0 }),
            })}
          </Notice>
        )}
        {isMuch && <Notice tone="warning">{t('leverage.warning.muchMargin')}</Notice>}
        {raised !== undefined && terms.closingMargin !== undefined && (
          <Notice tone="warning">
            {t('leverage.warning.closingMargin', {
              from: format.time(raised.fromMs),
              to: format.time(raised.toMs),
              leverage: texts.leverage(terms.closingMargin.leverage),
            })}
          </Notice>
        )}
        {opposite !== undefined && (
          <Notice>{t('leverage.warning.opposite', { direction: texts.direction(opposite), symbol: opposite.symbol })}</Notice>
        )}
      </Stack>
    </LiveRegion>
  );
}
