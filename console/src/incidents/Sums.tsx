import type { OperationResponse } from '@tessera/shared/operations';
import { incidentsTexts } from '../texts/incidents';
import styles from './Incidents.module.css';

const texts = incidentsTexts.sums;

/** Both sides of what an incident meets. Scrolls within itself where it is narrow. */
export function Sums({ sums }: { readonly sums: OperationResponse<'incidentsConfirm'>['sums'] }) {
  if (sums.length === 0) return <p className="note">{incidentsTexts.noContracts}</p>;
  return (
    <div className={styles['sums']} role="region" aria-label={texts.caption} tabIndex={0}>
      <table>
        <caption className="hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.side}</th>
            {[texts.orders, texts.running, texts.paid, texts.refunded, texts.setOff].map((title) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ mode, asset, side, orders, running, paid, refunded, setOff }) => (
            <tr key={`${mode} ${asset} ${side}`}>
              <th scope="row">
                {side}, {mode}, {asset}
              </th>
              <td className="number">{orders}</td>
              <td className="number">{running}</td>
              <td className="number">{paid}</td>
              <td className="number">{refunded}</td>
              <td className="number">{setOff ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
