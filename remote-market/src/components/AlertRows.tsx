import type { EndpointResponse, SymbolInfo } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice, useEndpointAction } from '@tessera/shared/react';
import { IconButton, List, ListRow, X } from '@tessera/shared/ui';

export type Alert = EndpointResponse<'alertList'>['items'][number];

interface AlertRowsProps {
  readonly label: string;
  readonly alerts: readonly Alert[];
  /** Leads from a row to its market. */
  readonly onOpen?: (symbol: string) => void;
  /** Of several markets: each row shows where its price stands. */
  readonly infoOf?: (symbol: string) => SymbolInfo | undefined;
}

/** Alerts that wait, each with a button that takes it away. */
export function AlertRows({ label, alerts, onOpen, infoOf }: AlertRowsProps) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const removing = useEndpointAction('alertDelete', { refreshes: ['alertList'] });
  return (
    <List label={label}>
      {alerts.map(({ id, symbol, direction, price, setAtMs }) => {
        const name = symbol.replace('-', '/');
        const info = infoOf?.(symbol);
        const words = t(direction === 'above' ? 'alerts.above' : 'alerts.below', { price: format.figure(price) });
        return (
          <ListRow
            key={id}
            title={onOpen === undefined ? words : name}
            detail={onOpen === undefined ? format.dateTime(setAtMs) : words}
            {...(info === undefined
              ? {}
              : {
                  value: <LivePrice symbol={symbol} digits={info.digits} staleAfterMs={info.staleAfterMs} showsAge={false} />,
                  valueDetail: <LiveChange symbol={symbol} />,
                })}
            onSelect={onOpen === undefined ? undefined : () => onOpen(symbol)}
            hasChevron={false}
            action={
              <IconButton
                icon={X}
                label={t('alerts.remove', { symbol: name, alert: words })}
                disabled={removing.isBusy}
                onClick={() => void removing.run({ id })}
              />
            }
          />
        );
      })}
    </List>
  );
}
