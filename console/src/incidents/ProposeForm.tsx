import { useState, type FormEvent } from 'react';
import { instantOf } from '../acts/instantOf';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { useKept } from '../parts/useKept';
import { incidentsTexts as texts } from '../texts/incidents';
import styles from './Incidents.module.css';
import type { IncidentAct } from './IncidentDialog';
import { MarketField } from './MarketField';

export function ProposeForm({
  operatorName,
  onAct,
}: {
  readonly operatorName: string;
  readonly onAct: (act: IncidentAct) => void;
}) {
  const [typed, setTyped] = useKept(`${operatorName} propose`, { symbol: '', from: '', to: '' });
  const [problem, setProblem] = useState('');

  function propose(event: FormEvent): void {
    event.preventDefault();
    const [fromMs, toMs] = [instantOf(typed.from), instantOf(typed.to)];
    if (fromMs === undefined || toMs === undefined || typed.symbol === '') return setProblem(texts.timesMissing);
    setProblem('');
    onAct({ is: 'propose', symbol: typed.symbol, fromMs, toMs });
  }

  return (
    <section className="card" aria-labelledby="propose">
      <h2 id="propose">{texts.propose}</h2>
      <p className="soft small">{texts.proposeMeans}</p>
      <form className={styles['form']} onSubmit={propose} noValidate>
        <MarketField symbol={typed.symbol} onChange={(symbol) => setTyped({ ...typed, symbol })} />
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={texts[end]} hint={texts.zone}>
            <input
              type="datetime-local"
              step={1}
              value={typed[end]}
              onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
            />
          </Field>
        ))}
        <Button type="submit">{texts.proposeNow}</Button>
      </form>
      <p role="alert" className={problem === '' ? 'hidden' : 'problem'}>
        {problem}
      </p>
    </section>
  );
}
