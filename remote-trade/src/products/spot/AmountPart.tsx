/** How much: a figure in either asset, a share of what is available, and the rules it must keep. */
import type { SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, decimalsOf, toText, type Amount } from '@tessera/shared/money';
import { AmountField, ArrowLeftRight, PercentSlider } from '@tessera/shared/ui';
import { useSpotTexts } from './useTexts';
import { amountInUnit, maxAmount, percentOf, priceOf, shareOf, type SpotIntent, type SpotScales } from './figures';
import type { AmountUnit, TicketChange, TicketForm } from './ticketForm';
import type { TicketProblem } from './ticketProblem';
import { useProblemText } from './useProblemText';
import styles from './AmountPart.module.css';

interface AmountPartProps {
  readonly info: SymbolInfo;
  readonly terms: SpotTerms;
  readonly scales: SpotScales;
  readonly form: TicketForm;
  readonly intent: SpotIntent;
  readonly available: Amount | undefined;
  readonly problem: TicketProblem | undefined;
  readonly onChange: (change: TicketChange) => void;
}

export function AmountPart({ info, terms, scales, form, intent, available, problem, onChange }: AmountPartProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const problemText = useProblemText(info);
  const { unit, typed } = intent;
  const other: AmountUnit = unit === 'base' ? 'quote' : 'base';
  const name = (one: AmountUnit) => texts.asset(one === 'base' ? info.base : info.quote);
  const max = available === undefined ? undefined : maxAmount(intent, available, terms, scales);
  const put = (percent: number) => {
    if (max !== undefined)
      onChange({
        type: 'share',
        percent,
        amount: percent === 0 ? '' : format.forInput(toText(shareOf(max, percent, unit, terms, scales))),
      });
  };
  const toggle = () => {
    const converted = amountInUnit(typed, other, priceOf(intent), terms, scales);
    onChange({ type: 'unit', unit: other, amount: converted === undefined ? '' : format.forInput(toText(converted)) });
  };
  // An order that is asked for in one asset and sent in the other is sent in whole steps: about what was typed.
  const isAbout = unit === 'quote' && !(intent.entrustment === 'market' && intent.side === 'buy');
  const rules = unit === 'base' ? `${t('spot.step', { step: format.figure(terms.quantityStep) })} · ` : '';
  return (
    <>
      <AmountField
        label={isAbout ? t('spot.amountAbout') : t('spot.amount')}
        value={form.amount}
        onChange={(text) => onChange({ type: 'amount', amount: text })}
        unit={name(unit)}
        scale={unit === 'base' ? decimalsOf(amount(terms.quantityStep)) : scales.quoteShown}
        corner={
          <button type="button" className={styles.unit} aria-label={t('spot.countIn', { asset: name(other) })} onClick={toggle}>
            {name(other)} <ArrowLeftRight aria-hidden size={14} />
          </button>
        }
        onMax={max === undefined ? undefined : () => put(100)}
        hint={`${rules}${t('spot.leastTotal', { amount: format.figure(terms.totalMin), asset: texts.asset(info.quote) })}`}
        problem={
          problem !== undefined && 'field' in problem && problem.field === 'amount' && form.amount.trim() !== ''
            ? problemText(problem)
            : undefined
        }
      />
      <PercentSlider
        label={t('spot.share')}
        percent={form.percent ?? percentOf(typed, max)}
        disabled={max === undefined}
        onChange={put}
      />
    </>
  );
}
