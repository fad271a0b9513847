import { Button } from '../parts/Button';
import { useKept } from '../parts/useKept';
import { incidentsTexts as texts } from '../texts/incidents';
import styles from './Incidents.module.css';
import type { IncidentAct } from './IncidentDialog';
import { MarketField } from './MarketField';

export function HaltForm({ operatorName, onAct }: { readonly operatorName: string; readonly onAct: (act: IncidentAct) => void }) {
  const [symbol, setSymbol] = useKept(`${operatorName} halt`, '');
  return (
    <section className="card" aria-labelledby="halt">
      <h2 id="halt">{texts.halt}</h2>
      <p className="soft small">{texts.haltMeans}</p>
      <div className={styles['form']}>
        <MarketField symbol={symbol} onChange={setSymbol} />
        <Button kind="danger" isDisabled={symbol === ''} onClick={() => onAct({ is: 'halt', symbol })}>
          {texts.haltNow}
        </Button>
      </div>
    </section>
  );
}
