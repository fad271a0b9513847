/** A take-profit or stop-loss, typed in one unit; the line below says it in the others, live. */
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { absolute, multiply, price as exactPrice, round, toText, type Exact, type Price } from '@tessera/shared/money';
import { AmountField, Segmented, Stack } from '@tessera/shared/ui';
import type { PositionOfStop } from '@tessera/shared/trading';
import { hasPips, scaleOfUnit, stopFigures, stopUnitsOf, type StopInput, type StopSide, type StopUnit } from './stopUnits';
import { useLeverageTexts } from './useTexts';
import styles from './StopField.module.css';

/** What the typed stop means for one direction. */
export interface StopMeaning {
  readonly position: PositionOfStop;
  readonly price: Price | undefined;
}

const hundred = exactPrice('100');

interface StopFieldProps {
  readonly side: StopSide;
  readonly info: SymbolInfo;
  readonly input: StopInput;
  readonly onChange: (input: StopInput) => void;
  /** One for a position; both directions on a ticket. */
  readonly meanings: readonly StopMeaning[];
  readonly problem?: string | undefined;
}

export function StopField({ side, info, input, onChange, meanings, problem }: StopFieldProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const label = t(`leverage.line.${side}`);
  const unitText = { price: info.quote, percent: '%', profit: texts.unit, pips: t('leverage.unit.pips') }[input.unit];
  const known = meanings.filter((meaning): meaning is StopMeaning & { readonly price: Price } => meaning.price !== undefined);

  const change = (unit: StopUnit) => {
    // What is typed keeps its meaning: the price that stands there is said in the new unit.
    const [first] = known;
    if (first === undefined) return onChange({ unit, text: '' });
    const { profit, percent, pips } = stopFigures(first.position, first.price);
    const figures: Readonly<Record<StopUnit, Exact | undefined>> = {
      price: first.price,
      profit: absolute(profit),
      percent: percent === undefined ? undefined : multiply(absolute(percent), hundred, 2, 'down'),
      pips: absolute(pips),
    };
    const figure = figures[unit];
    return onChange({
      unit,
      text: figure === undefined ? '' : format.forInput(toText(round(figure, scaleOfUnit(unit, info), 'down'))),
    });
  };

  return (
    <Stack gap={2}>
      <AmountField
        label={label}
        value={input.text}
        onChange={(text) => onChange({ ...input, text })}
        unit={unitText}
        scale={scaleOfUnit(input.unit, info)}
        problem={problem}
      />
      <Segmented
        label={t('leverage.unitOf', { name: label })}
        size="sm"
        value={input.unit}
        onChange={change}
        options={stopUnitsOf(info).map((value) => ({ value, label: t(`leverage.unit.${value}`) }))}
      />
      {known.map(({ position, price }) => {
        const { profit, percent, pips } = stopFigures(position, price);
        return (
          <p key={position.direction} className={styles.meaning}>
            {meanings.length > 1 && <strong>{texts.direction(position)} </strong>}
            {[
              format.figure(price, { scale: info.digits }),
              texts.amount(profit, 'always'),
              percent === undefined ? undefined : t('leverage.ofMargin', { rate: format.rate(percent, { sign: 'always' }) }),
              hasPips(info) ? t('leverage.pips', { pips: format.figure(pips, { sign: 'always' }) }) : undefined,
            ]
              .filter((part) => part !== undefined)
              .join(' · ')}
          </p>
        );
      })}
    </Stack>
  );
}
