/** Preview → placing → confirmed or failed: one sheet for every state between the tap and what came of it. The previewed price stands still until the person accepts another. */
import { useEffect } from 'react';
import type { LeverageTerms } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, price, rate, toText, type Amount, type Price } from '@tessera/shared/money';
import { hasMovedAgainst, openingPrice, spreadOf, type AccountFigures } from '@tessera/shared/trading';
import { useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  DemoMark,
  KeyValueList,
  LiveRegion,
  Notice,
  PriceText,
  Row,
  Sheet,
  Skeleton,
  Stack,
  type KeyValue,
} from '@tessera/shared/ui';
import { useLeverageTexts } from './useTexts';
import type { Placement, Ticket } from './placement';
import { sideFigures, toleranceOf } from './figures';
import { useFeeWords } from './useFeeWords';
import type { PlacementActions } from './usePlacement';

interface OrderSheetProps extends PlacementActions {
  readonly terms: LeverageTerms;
  readonly scale: number;
  readonly account: AccountFigures & { readonly free: Amount };
  readonly tickPrice: Price | undefined;
  readonly divisor: Price | undefined;
}

type OpenPlacement = Extract<Placement, { readonly draft: unknown }>;

export function OrderSheet({ placement, ...rest }: OrderSheetProps) {
  return 'draft' in placement ? <OpenOrder placement={placement} {...rest} /> : null;
}

function OpenOrder({
  placement,
  terms,
  scale,
  account,
  tickPrice,
  divisor,
  moved,
  acceptPrice,
  place,
  close,
}: Omit<OrderSheetProps, 'placement'> & { readonly placement: OpenPlacement }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { mode } = useSessionState();
  const { ticket, seenPrice } = placement.draft;
  const now = tickPrice === undefined ? undefined : toText(openingPrice(ticket.direction, tickPrice, spreadOf(terms)));
  const isPreview = placement.state === 'preview';
  // The price left the tolerance while the preview was read: both are shown before anything is sent.
  const runaway =
    isPreview &&
    seenPrice !== undefined &&
    now !== undefined &&
    hasMovedAgainst(ticket.direction === 'long', price(seenPrice), price(now), toleranceOf(price(seenPrice), terms))
      ? now
      : undefined;
  useEffect(() => {
    if (runaway !== undefined) moved(runaway);
  }, [runaway, moved]);
  const movedPrice = isPreview ? placement.moved : undefined;
  const isUnderWay = placement.state === 'submitting' || placement.state === 'unknown';
  const shown = (figure: string) => format.figure(figure, { scale: terms.digits });

  return (
    <Sheet isOpen title={t(`leverage.order.${titleOf(placement)}`)} canClose={!isUnderWay} onClose={close} footer={footer()}>
      <Stack gap={3}>
        <Row gap={2}>
          <strong>{ticket.info.symbol}</strong>
          <Badge tone={ticket.direction === 'long' ? 'up' : 'down'}>{texts.direction(ticket)}</Badge>
          <Badge>{texts.leverage(ticket.leverage)}</Badge>
          <Badge tone="accent">{t(`leverage.entrustment.${ticket.entrustment}`)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
        <LiveRegion isUrgent>
          {movedPrice !== undefined && (
            <Notice tone="warning">
              {t('leverage.order.moved', { old: shown(movedPrice.old), new: shown(movedPrice.new) })}
            </Notice>
          )}
          {isPreview && placement.neverArrived === true && <Notice tone="warning">{t('leverage.order.neverArrived')}</Notice>}
          {placement.state === 'unknown' && <Notice tone="warning">{t('confirm.unknown')}</Notice>}
          {placement.state === 'waiting' && <Notice>{t('leverage.order.waiting')}</Notice>}
          {placement.state === 'confirmed' && (
            <Notice tone="success">
              {placement.order.status === 'pending'
                ? t('leverage.order.limitWaits', { price: shown(placement.order.limitPrice ?? '0') })
                : t('leverage.order.opened', {
                    lots: texts.lots(placement.order.lots),
                    price: shown(placement.order.openPrice ?? '0'),
                  })}
            </Notice>
          )}
          {placement.state === 'failed' && (
            <Notice tone="danger" title={texts.why(placement.order)}>
              {t('leverage.nothingTraded')}
            </Notice>
          )}
        </LiveRegion>
        {placement.state === 'confirmed' ? (
          <KeyValueList items={confirmedItems(placement.order)} />
        ) : (
          <Figures
            ticket={ticket}
            terms={terms}
            scale={scale}
            account={account}
            seenPrice={seenPrice}
            tickPrice={tickPrice}
            divisor={divisor}
          />
        )}
        {isPreview && ticket.entrustment === 'market' && (
          <Notice>{t('leverage.order.rule', { tolerance: format.rate(terms.toleratedMove, { scale: 3 }) })}</Notice>
        )}
        {isPreview && ticket.entrustment === 'limit' && <Notice>{t('leverage.order.limitRule')}</Notice>}
      </Stack>
    </Sheet>
  );

  function footer() {
    if (placement.state === 'confirmed' || placement.state === 'failed') {
      return (
        <Button isBlock size="lg" onClick={close}>
          {t(placement.state === 'failed' ? 'leverage.order.backToTicket' : 'result.done')}
        </Button>
      );
    }
    if (movedPrice !== undefined) {
      return (
        <Button isBlock size="lg" onClick={acceptPrice}>
          {t('leverage.order.accept', { price: shown(movedPrice.new) })}
        </Button>
      );
    }
    const isStale = isPreview && tickPrice === undefined;
    return (
      <Button isBlock size="lg" variant={ticket.direction} isBusy={!isPreview} disabled={isStale} onClick={place}>
        {isStale
          ? t('problem.stale')
          : isPreview
            ? t('confirm.place')
            : placement.state === 'waiting'
              ? t('leverage.order.waitingShort')
              : t('confirm.placing')}
      </Button>
    );
  }

  function confirmedItems(order: Extract<OpenPlacement, { readonly order: unknown }>['order']): readonly KeyValue[] {
    return [
      {
        key: 'price',
        label: t(order.openPrice === null ? 'leverage.line.limit' : 'leverage.line.entry'),
        value: shown(order.openPrice ?? order.limitPrice ?? '0'),
        isStrong: true,
      },
      { key: 'lots', label: t('leverage.lots'), value: format.figure(order.lots) },
      { key: 'margin', label: t('leverage.margin'), value: texts.amount(order.margin) },
      { key: 'fee', label: t('leverage.fee'), value: texts.amount(order.fee) },
      ...(order.marginMode === 'isolated'
        ? [
            {
              key: 'liquidation',
              label: t('leverage.line.liquidation'),
              value: <PriceText price={order.liquidationPrice} scale={terms.digits} />,
            },
          ]
        : []),
      { key: 'number', label: t('positions.number'), value: order.id },
    ];
  }
}

const titleOf = ({ state }: OpenPlacement) => {
  if (state === 'preview') return 'title' as const;
  return state === 'confirmed'
    ? ('confirmedTitle' as const)
    : state === 'failed'
      ? ('failedTitle' as const)
      : ('placingTitle' as const);
};

interface FiguresProps extends Pick<OrderSheetProps, 'terms' | 'scale' | 'account' | 'tickPrice' | 'divisor'> {
  readonly ticket: Ticket;
  readonly seenPrice: string | undefined;
}

function Figures({ ticket, terms, scale, account, seenPrice, tickPrice, divisor }: FiguresProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const words = useFeeWords(terms);
  // The price that was seen or named, not the one of this moment.
  const fixed = ticket.limitPrice ?? seenPrice;
  if (fixed === undefined || tickPrice === undefined || divisor === undefined) return <Skeleton shape="block" height={240} />;
  const typed = (at: string | undefined) => (at === undefined ? undefined : ({ unit: 'price', figure: amount(at) } as const));
  const { preview, lossAtStop, level, hold } = sideFigures({
    info: ticket.info,
    terms,
    direction: ticket.direction,
    leverage: ticket.leverage,
    lots: amount(ticket.lots),
    limitPrice: ticket.limitPrice === undefined ? undefined : price(ticket.limitPrice),
    seenPrice: seenPrice === undefined ? undefined : price(seenPrice),
    tickPrice,
    divisor,
    scale,
    free: account.free,
    account,
    takeProfit: typed(ticket.takeProfit),
    stopLoss: typed(ticket.stopLoss),
  });
  const at = (figure: Price | string | undefined) => <PriceText price={figure} scale={terms.digits} />;
  const money = (figure: Amount | undefined) => <AmountText amount={figure} asset={texts.unit} scale={2} />;
  const share = (of: typeof level) =>
    `${of?.before === undefined ? '–' : format.rate(of.before, { scale: 0 })} → ${of?.after === undefined ? '–' : format.rate(of.after, { scale: 0 })}`;
  return (
    <KeyValueList
      items={[
        {
          key: 'price',
          label: t(ticket.entrustment === 'limit' ? 'leverage.line.limit' : 'leverage.price'),
          value: at(fixed),
          detail: t('leverage.spreadIncluded'),
          isStrong: true,
        },
        { key: 'lots', label: t('leverage.lots'), value: format.figure(ticket.lots) },
        { key: 'notional', label: t('leverage.notional'), value: money(preview.notional) },
        { key: 'margin', label: t('leverage.margin'), value: money(preview.margin) },
        { key: 'openFee', label: t('leverage.openFee'), value: money(preview.openFee), detail: words.fee },
        { key: 'closeFee', label: t('leverage.closeFee'), value: money(preview.closeFee), detail: t('leverage.closeFeeHint') },
        {
          key: 'cost',
          label: t('leverage.cost'),
          value: money(preview.cost),
          detail: t('leverage.held', { amount: texts.amount(hold) }),
          isStrong: true,
        },
        {
          key: 'swap',
          label: t('leverage.swapPerNight'),
          value: money(preview.swapPerNight),
          ...(words.triple === undefined ? {} : { detail: words.triple }),
        },
        ...(terms.marginMode === 'isolated'
          ? [
              {
                key: 'liquidation',
                label: t('leverage.line.liquidation'),
                value: at(preview.liquidationPrice),
                detail: t('leverage.liquidationHint'),
              },
            ]
          : [
              {
                key: 'level',
                label: t('leverage.account.level'),
                value: share(level),
                detail: t('leverage.levelHint', { out: format.rate(rate(terms.stopOutLevel), { scale: 0 }) }),
              },
              {
                key: 'stopOut',
                label: t('leverage.stopOutPrice'),
                value: at(preview.liquidationPrice),
                detail: t('leverage.stopOutHint'),
              },
            ]),
        { key: 'breakEven', label: t('leverage.breakEven'), value: at(preview.breakEvenPrice), detail: t('leverage.withFees') },
        ...(ticket.takeProfit === undefined
          ? []
          : [{ key: 'tp', label: t('leverage.line.takeProfit'), value: at(ticket.takeProfit) }]),
        ...(ticket.stopLoss === undefined
          ? []
          : [
              { key: 'sl', label: t('leverage.line.stopLoss'), value: at(ticket.stopLoss) },
              { key: 'loss', label: t('leverage.lossAtStop'), value: money(lossAtStop), detail: t('leverage.withFees') },
            ]),
      ]}
    />
  );
}
