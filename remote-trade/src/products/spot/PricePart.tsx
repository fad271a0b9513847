import type { SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { LivePrice } from '@tessera/shared/react';
import { StepperField } from '@tessera/shared/ui';
import type { TicketChange, TicketForm } from './ticketForm';
import type { TicketProblem } from './ticketProblem';
import { useProblemText } from './useProblemText';
import styles from './PricePart.module.css';

interface PricePartProps {
  readonly info: SymbolInfo;
  readonly terms: SpotTerms;
  readonly form: TicketForm;
  /** The live price as the wire's text. */
  readonly latest: string | undefined;
  readonly problem: TicketProblem | undefined;
  readonly onChange: (change: TicketChange) => void;
}

/** The limit, in steps of the tick; for a market order the price that it begins at, as an estimate. */
export function PricePart({ info, terms, form, latest, problem, onChange }: PricePartProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const problemText = useProblemText(info);
  if (form.entrustment === 'market') {
    return (
      <div className={styles.market}>
        <span className={styles.label}>{t('spot.marketPriceAbout')}</span>
        <span className={styles.figure}>
          <span aria-hidden>≈</span> <LivePrice symbol={info.symbol} digits={info.digits} staleAfterMs={info.staleAfterMs} />
        </span>
      </div>
    );
  }
  const typed = form.price ?? '';
  return (
    <StepperField
      label={t('spot.price', { asset: info.quote })}
      value={typed}
      onChange={(price) => onChange({ type: 'price', price })}
      scale={info.digits}
      step={terms.tickSize}
      // A press in the empty field begins at the live price.
      min={typed.trim() === '' && latest !== undefined ? latest : terms.tickSize}
      hint={t('spot.step', { step: format.figure(terms.tickSize) })}
      problem={problem !== undefined && 'field' in problem && problem.field === 'price' ? problemText(problem) : undefined}
    />
  );
}
