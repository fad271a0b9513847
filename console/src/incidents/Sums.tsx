import type { OperationResponse } from '@tessera/shared/operations';
import { Table } from '../parts/Table';
import { incidentsTexts } from '../texts/incidents';

const texts = incidentsTexts.sums;

/** Both sides of what an incident meets. */
export function Sums({ sums }: { readonly sums: OperationResponse<'incidentsConfirm'>['sums'] }) {
  if (sums.length === 0) return <p className="note">{incidentsTexts.noContracts}</p>;
  return (
    <Table
      label={texts.caption}
      columns={[texts.side, texts.orders, texts.running, texts.paid, texts.refunded, texts.setOff]}
      rows={sums.map(({ mode, asset, side, orders, running, paid, refunded, setOff }) => ({
        key: `${mode} ${asset} ${side}`,
        title: `${side}, ${mode}, ${asset}`,
        cells: [orders, running, paid, refunded, setOff ?? '–'],
      }))}
    />
  );
}
