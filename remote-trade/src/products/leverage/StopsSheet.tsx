/** Take-profit and stop-loss of an open position: set, move, or remove either by emptying its field. */
import { useState } from 'react';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, isZero, price, toText, type Price } from '@tessera/shared/money';
import { OnlineButton, useApi, useReleaseGuard } from '@tessera/shared/react';
import { openPositionOf, stopProblem, type PositionOfStop } from '@tessera/shared/trading';
import { Badge, KeyValueList, Notice, PriceText, Row, Sheet, Stack } from '@tessera/shared/ui';
import { ActionNotice } from './ActionNotice';
import { StopField } from './StopField';
import { isBehindLiquidation, scaleOfUnit, stopPriceOf, stopRuleKey, type StopInput, type StopSide } from './stopUnits';
import type { LeverageOrders } from './useOrders';
import { useLeverageTexts } from './useTexts';
import { useOrderAction } from './useOrderAction';
import type { Valuing } from './useValuing';

interface StopsSheetProps {
  readonly order: LeverageOrder;
  readonly info: SymbolInfo;
  readonly valuing: Valuing;
  readonly scale: number;
  readonly orders: LeverageOrders;
  readonly onClose: () => void;
}

interface ReadStop {
  readonly input: StopInput;
  /** undefined: none is wanted, or what was typed is none yet. */
  readonly price: Price | undefined;
  readonly problem: string | undefined;
}

const isEmpty = ({ text }: StopInput): boolean => text.trim() === '';

export function StopsSheet({ order, info, valuing, scale, orders, onClose }: StopsSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const api = useApi();
  const asTyped = (at: string | null): StopInput => ({ unit: 'price', text: at === null ? '' : format.forInput(at) });
  const [typed, setTyped] = useState(() => ({ takeProfit: asTyped(order.takeProfit), stopLoss: asTyped(order.stopLoss) }));
  const { action, isBusy, run } = useOrderAction(order, t('positions.stops'), (read) => {
    orders.add(read);
    onClose();
  });
  useReleaseGuard(t('positions.stops'));

  const divisor = valuing.divisorOf(info);
  const mark = valuing.figuresOf(order)?.mark;
  const opened = openPositionOf(order);
  const position: PositionOfStop | undefined =
    opened === undefined || divisor === undefined
      ? undefined
      : { ...opened, valuation: { divisor, scale }, digits: info.digits, pipSize: price(info.pipSize) };
  const takeProfit = read('takeProfit');
  const stopLoss = read('stopLoss');
  const isChanged = !sameStop(order.takeProfit, takeProfit.price) || !sameStop(order.stopLoss, stopLoss.price);
  const problem = takeProfit.problem ?? stopLoss.problem;
  const liquidation = order.liquidationPrice === null ? undefined : price(order.liquidationPrice);
  const send = () => {
    const asked = {
      id: order.id,
      takeProfit: takeProfit.price === undefined ? null : toText(takeProfit.price),
      stopLoss: stopLoss.price === undefined ? null : toText(stopLoss.price),
    };
    run({
      asked: { name: 'leverageSetStop', ...asked },
      send: (requestId) => api.call('leverageSetStop', { ...asked, requestId }, { toastErrors: false }),
      request: 'stop',
      terms: { takeProfit: asked.takeProfit, stopLoss: asked.stopLoss },
      isDone: (read) => sameStop(read.takeProfit, takeProfit.price) && sameStop(read.stopLoss, stopLoss.price),
    });
  };

  return (
    <Sheet
      isOpen
      title={t('positions.stops')}
      onClose={onClose}
      footer={
        <OnlineButton
          isBlock
          size="lg"
          isBusy={isBusy}
          disabled={problem !== undefined || !isChanged || order.status !== 'open'}
          onClick={send}
        >
          {problem ?? t('positions.saveStops')}
        </OnlineButton>
      }
    >
      <Stack gap={4}>
        <Row gap={2} isWrapping>
          <strong>{order.symbol}</strong>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
          <Badge>{texts.lots(order.openLots)}</Badge>
        </Row>
        <PositionPrices order={order} mark={mark} digits={info.digits} />
        {(['takeProfit', 'stopLoss'] as const).map((side) => {
          const stop = side === 'takeProfit' ? takeProfit : stopLoss;
          return (
            <EditedStop
              key={side}
              side={side}
              info={info}
              stop={stop}
              position={position}
              onChange={(input) => setTyped((before) => ({ ...before, [side]: input }))}
            />
          );
        })}
        {stopLoss.price !== undefined && isBehindLiquidation(order.direction, stopLoss.price, liquidation) && (
          <Notice tone="warning">{t('leverage.warning.behindLiquidation')}</Notice>
        )}
        <Notice>{t('positions.stopsHint')}</Notice>
        <ActionNotice action={action} />
      </Stack>
    </Sheet>
  );

  function read(side: StopSide): ReadStop {
    const input = typed[side];
    if (isEmpty(input)) return { input, price: undefined, problem: undefined };
    const parsed = format.parseTyped(input.text, scaleOfUnit(input.unit, info));
    const figure = parsed.ok ? amount(parsed.value) : undefined;
    if (figure === undefined || isZero(figure) || position === undefined)
      return { input, price: undefined, problem: t(`leverage.problem.${side}`) };
    const at = stopPriceOf(position, side, input.unit, figure);
    if (at === undefined) return { input, price: undefined, problem: t(`leverage.problem.${side}`) };
    // Without a live price the opening price alone judges; the server has the last word.
    const unfit = stopProblem(
      order.direction,
      side === 'takeProfit' ? 'take_profit' : 'stop_loss',
      at,
      position.openPrice,
      mark ?? position.openPrice,
    );
    return {
      input,
      price: at,
      problem: unfit === undefined ? undefined : t(`leverage.problem.${stopRuleKey(order.direction, side)}`),
    };
  }
}

const sameStop = (known: string | null, wanted: Price | undefined): boolean =>
  known === null ? wanted === undefined : wanted !== undefined && price(known).eq(wanted);

interface EditedStopProps {
  readonly side: StopSide;
  readonly info: SymbolInfo;
  readonly stop: ReadStop;
  /** undefined while it cannot be valued. */
  readonly position: PositionOfStop | undefined;
  readonly onChange: (input: StopInput) => void;
}

function EditedStop({ side, info, stop, position, onChange }: EditedStopProps) {
  const { t } = useTranslation('trade');
  return (
    <Stack gap={1}>
      <StopField
        side={side}
        info={info}
        input={stop.input}
        onChange={onChange}
        meanings={position === undefined ? [] : [{ position, price: stop.price }]}
        problem={stop.problem}
      />
      {!isEmpty(stop.input) && (
        <OnlineButton size="sm" variant="quiet" onClick={() => onChange({ ...stop.input, text: '' })}>
          {t(`positions.remove.${side}`)}
        </OnlineButton>
      )}
    </Stack>
  );
}

interface PositionPricesProps {
  readonly order: LeverageOrder;
  readonly mark: Price | undefined;
  readonly digits: number;
}

function PositionPrices({ order, mark, digits }: PositionPricesProps) {
  const { t } = useTranslation('trade');
  return (
    <KeyValueList
      layout="grid"
      columns={3}
      items={[
        { key: 'open', label: t('leverage.line.entry'), value: <PriceText price={order.openPrice} scale={digits} /> },
        { key: 'mark', label: t('leverage.mark'), value: <PriceText price={mark} scale={digits} /> },
        {
          key: 'liquidation',
          label: t('leverage.line.liquidation'),
          value: order.marginMode === 'cross' ? t('leverage.cross') : <PriceText price={order.liquidationPrice} scale={digits} />,
        },
      ]}
    />
  );
}
