/** Which indicators, with which parameters; whether own positions and orders are drawn. Everything takes effect at once. */
import { useState } from 'react';
import type { IndicatorKind } from '@tessera/shared/charts';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Sheet, StepperField, Switch } from '@tessera/shared/ui';
import {
  indicatorKinds,
  paramProblem,
  paramRules,
  defaultChoice,
  withKind,
  withParams,
  type IndicatorChoice,
  type ParamProblem,
} from './indicatorChoice';
import styles from './IndicatorSheet.module.css';

export interface IndicatorSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly choice: IndicatorChoice;
  readonly onChange: (choice: IndicatorChoice) => void;
  /** Left out for a visitor, who has none. */
  readonly showsOwn: boolean | undefined;
  readonly onShowsOwn: (showsOwn: boolean) => void;
}

export function IndicatorSheet({ isOpen, onClose, choice, onChange, showsOwn, onShowsOwn }: IndicatorSheetProps) {
  const { t } = useTranslation('market');
  const [turn, setTurn] = useState(0);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('indicator.settings')} description={t('indicator.description')}>
      <div className={styles.list}>
        {showsOwn !== undefined && (
          <Switch label={t('line.show')} detail={t('line.showDetail')} isOn={showsOwn} onChange={onShowsOwn} />
        )}
        {indicatorKinds.map((kind) => (
          <section key={kind} className={styles.one} aria-label={t(`indicator.whole.${kind}`)}>
            <Switch
              label={t(`indicator.whole.${kind}`)}
              detail={kind === 'kdj' ? t('indicator.kdjDetail') : undefined}
              isOn={choice.chosen.includes(kind)}
              onChange={(isOn) => onChange(withKind(choice, kind, isOn))}
            />
            {choice.chosen.includes(kind) && paramRules[kind].length > 0 && (
              <Params key={`${kind}${turn}`} kind={kind} choice={choice} onChange={onChange} />
            )}
          </section>
        ))}
        <Button
          variant="quiet"
          onClick={() => {
            onChange({ ...defaultChoice, chosen: choice.chosen });
            setTurn(turn + 1);
          }}
        >
          {t('indicator.usual')}
        </Button>
      </div>
    </Sheet>
  );
}

/** What is typed stays as typed; only whole sets within the limits reach the chart. */
function Params({
  kind,
  choice,
  onChange,
}: {
  readonly kind: IndicatorKind;
  readonly choice: IndicatorChoice;
  readonly onChange: (choice: IndicatorChoice) => void;
}) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const [typed, setTyped] = useState(() => choice.params[kind].map(String));
  const figures = typed.map((text) => {
    const parsed = format.parseTyped(text, 0);
    return parsed.ok ? Number(parsed.value) : NaN;
  });
  const texts: Readonly<Record<ParamProblem['kind'], (problem: ParamProblem) => string>> = {
    range: (problem) => t('indicator.problem.range', problem.kind === 'range' ? { min: problem.min, max: problem.max } : {}),
    shortNotBelowLong: () => t('indicator.problem.shortNotBelowLong'),
  };
  const put = (place: number, text: string) => {
    const next = typed.map((one, at) => (at === place ? text : one));
    setTyped(next);
    onChange(
      withParams(
        choice,
        kind,
        next.map((one) => {
          const parsed = format.parseTyped(one, 0);
          return parsed.ok ? Number(parsed.value) : NaN;
        }),
      ),
    );
  };
  const hasMany = paramRules[kind].filter(({ name }) => name === paramRules[kind][0]?.name).length > 1;
  return (
    <div className={styles.params}>
      {paramRules[kind].map(({ name, min, max }, index) => {
        const problem = paramProblem(kind, figures, index);
        return (
          <StepperField
            key={index}
            label={
              hasMany || kind === 'kdj'
                ? t('indicator.param.numbered', { name: t(`indicator.param.${name}`), number: index + 1 })
                : t(`indicator.param.${name}`)
            }
            value={typed[index] ?? ''}
            onChange={(text) => put(index, text)}
            problem={problem === undefined ? undefined : texts[problem.kind](problem)}
            scale={0}
            step="1"
            min={String(min)}
            max={String(max)}
          />
        );
      })}
    </div>
  );
}
