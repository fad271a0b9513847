/** Closing a position, whole or in part: how much, and what it would come to at the price now. The server's next tick decides. */
import { useState } from 'react';
import type { EndpointRequest, LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, compare, decimalsOf, isPositive, isZero, parseAmount, toText, type Amount } from '@tessera/shared/money';
import { OnlineButton, useApi, useReleaseGuard } from '@tessera/shared/react';
import { Badge, Chips, Notice, Row, Sheet, Stack, StepperField } from '@tessera/shared/ui';
import { familyCall } from '../../orders/familyCall';
import { ActionNotice } from './ActionNotice';
import { CloseFigures } from './CloseFigures';
import type { LeverageOrders } from './useOrders';
import { useLeverageTexts } from './useTexts';
import { useOrderAction } from './useOrderAction';
import type { Valuing } from './useValuing';
import { closeEstimate, shareOfLots, type CloseShare, closeShares } from './closing';

interface CloseSheetProps {
  readonly order: LeverageOrder;
  readonly info: SymbolInfo;
  readonly valuing: Valuing;
  readonly scale: number;
  readonly orders: LeverageOrders;
  readonly onClose: () => void;
}

export function CloseSheet({ order, info, valuing, scale, orders, onClose }: CloseSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const api = useApi();
  const step = amount(info.lotStep);
  const lotScale = decimalsOf(step);
  const openLots = amount(order.openLots);
  const [typed, setTyped] = useState(() => format.forInput(order.openLots));
  const parsed = format.parseTyped(typed, Math.max(lotScale, decimalsOf(openLots)));
  const lots = parsed.ok ? parseAmount(parsed.value) : undefined;
  const isWhole = lots !== undefined && compare(lots, openLots) === 0;
  const { action, isBusy, run } = useOrderAction(order, t('positions.closeTitle'), (read, deals) => {
    orders.add(read, deals);
    onClose();
  });
  const isDone = (read: LeverageOrder) => read.status !== 'open' || compare(amount(read.openLots), openLots) < 0;
  useReleaseGuard(t('positions.closeTitle'));

  const problem = lotsProblem();
  const tickPrice = valuing.tickPriceOf(info);
  const divisor = valuing.divisorOf(info);
  const estimate =
    lots === undefined || problem !== undefined || tickPrice === undefined || divisor === undefined
      ? undefined
      : closeEstimate(order, lots, { tickPrice, divisor, scale });
  const share = closeShares.find(
    (candidate) => lots !== undefined && compare(shareOfLots(openLots, candidate, step), lots) === 0,
  );
  const isOpen = order.status === 'open';
  const send = () => {
    // Without lots: everything, whatever is open when it arrives.
    const asked: EndpointRequest<'leverageClose'> =
      isWhole || lots === undefined ? { id: order.id } : { id: order.id, lots: toText(lots) };
    const name = familyCall('leverageClose', order.assetClass);
    run({
      asked: { name, ...asked },
      send: (idempotencyKey) => api.call(name, asked, { toastErrors: false, idempotencyKey }),
      request: 'close',
      terms: { askedLots: asked.lots ?? null },
      isDone,
    });
  };

  return (
    <Sheet
      isOpen
      title={t('positions.closeTitle')}
      onClose={onClose}
      footer={
        <OnlineButton
          isBlock
          size="lg"
          variant={order.direction === 'long' ? 'short' : 'long'}
          isBusy={isBusy}
          disabled={problem !== undefined || !isOpen}
          onClick={send}
        >
          {problem ?? (isOpen ? t('positions.closeLots', { lots: texts.lots(lots ?? openLots) }) : t('positions.closing'))}
        </OnlineButton>
      }
    >
      <Stack gap={4}>
        <Row gap={2} isWrapping>
          <strong>{order.symbol}</strong>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
          <Badge>{texts.leverage(order.leverage)}</Badge>
        </Row>
        <Chips<CloseShare>
          label={t('positions.share')}
          value={share}
          onChange={(next) => setTyped(format.forInput(toText(shareOfLots(openLots, next, step))))}
          options={closeShares.map((value) => ({
            value,
            label: format.rate(value, { scale: 0 }),
            isDisabled: isZero(shareOfLots(openLots, value, step)),
          }))}
        />
        <StepperField
          label={t('leverage.lots')}
          value={typed}
          onChange={setTyped}
          scale={Math.max(lotScale, decimalsOf(openLots))}
          step={info.lotStep}
          min={info.lotMin}
          max={order.openLots}
          hint={t('positions.openLots', { lots: texts.lots(order.openLots) })}
        />
        <CloseFigures estimate={estimate} feeRate={order.feeRate} digits={info.digits} />
        {tickPrice === undefined && <Notice tone="warning">{t('problem.stale')}</Notice>}
        <ActionNotice action={action} />
      </Stack>
    </Sheet>
  );

  function lotsProblem(): string | undefined {
    if (lots === undefined || !isPositive(lots)) return t('leverage.problem.lots');
    if (compare(lots, openLots) > 0) return t('leverage.problem.aboveMaxLots', { max: format.figure(openLots) });
    if (!isWhole && !isStep(lots)) return t('leverage.problem.stepLots', { step: format.figure(info.lotStep) });
    return undefined;
  }
  function isStep(wanted: Amount): boolean {
    return wanted.mod(step).eq('0');
  }
}
