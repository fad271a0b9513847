import { useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { compare, price } from '@tessera/shared/money';
import { useEndpoint, useEndpointAction, useNavigation, usePrivateEvents, useQuote } from '@tessera/shared/react';
import { AmountField, Button, Sheet, Stack } from '@tessera/shared/ui';
import { AlertRows } from './AlertRows';

interface AlertSheetProps {
  readonly info: SymbolInfo;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A price of one market to wait for, and those that wait. On which side it lies is seen from the price, not asked. */
export function AlertSheet({ info, isOpen, onClose }: AlertSheetProps) {
  const { t } = useTranslation('market');
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('alerts.of', { symbol: info.symbol.replace('-', '/') })}
      description={t('alerts.once')}
    >
      <Waiting info={info} onClose={onClose} />
    </Sheet>
  );
}

function Waiting({ info: { symbol, digits, quote: unit }, onClose }: Omit<AlertSheetProps, 'isOpen'>) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const format = useFormat();
  const now = useQuote(symbol)?.price;
  const [typed, setTyped] = useState('');
  const { data, refetch } = useEndpoint('alertList', { symbol }, { freshMs: 0 });
  const setting = useEndpointAction('alertSet', { refreshes: ['alertList'] });
  usePrivateEvents((event) => {
    if (event.type === 'notice' || event.type === 'resync') refetch();
  });

  const wanted = format.parseTyped(typed, digits);
  const direction =
    wanted.ok && now !== undefined ? (compare(price(wanted.value), price(now)) > 0 ? 'above' : 'below') : undefined;
  const submit = async () => {
    if (!wanted.ok || direction === undefined) return;
    const set = await setting.run({ symbol, direction, price: wanted.value });
    if (set !== undefined) setTyped('');
  };
  const side = direction === 'above' ? 'alerts.above' : 'alerts.below';
  return (
    <Stack gap={4}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={3}>
          <AmountField
            label={t('alerts.price')}
            hint={now === undefined ? undefined : t('alerts.now', { price: format.figure(now, { scale: digits }) })}
            value={typed}
            onChange={setTyped}
            unit={unit}
            scale={digits}
          />
          <Button type="submit" isBlock isBusy={setting.isBusy} disabled={direction === undefined}>
            {direction === undefined || !wanted.ok ? t('alerts.set') : t(side, { price: format.figure(wanted.value) })}
          </Button>
        </Stack>
      </form>
      {data !== undefined && data.items.length > 0 && <AlertRows label={t('alerts.title')} alerts={data.items} />}
      <Button
        variant="quiet"
        onClick={() => {
          onClose();
          navigation.navigate('/pages/alerts/index');
        }}
      >
        {t('alerts.title')}
      </Button>
    </Stack>
  );
}
