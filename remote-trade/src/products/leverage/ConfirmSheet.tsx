/** What a leveraged order comes to at the price that was seen, and afterwards what came of it. */
import { useEffect } from 'react';
import { ReviewSheet } from '@tessera/shared/actions';
import type { LeverageOrder, LeverageTerms } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, price, rate, toText, type Amount, type Price } from '@tessera/shared/money';
import { useSessionState } from '@tessera/shared/react';
import { hasMovedAgainst, openingPrice, spreadOf, type AccountFigures } from '@tessera/shared/trading';
import { AmountText, Badge, DemoMark, PriceText, Row, type KeyValue } from '@tessera/shared/ui';
import { sideFigures, toleranceOf } from './figures';
import { OutcomeSheet } from './OutcomeSheet';
import type { LeverageAction, LeverageDraft } from './useAdapter';
import { useFeeWords } from './useFeeWords';
import { useLeverageTexts } from './useTexts';

interface ConfirmSheetProps {
  readonly placing: LeverageAction;
  /** What the page knows by now of an order that was accepted. */
  readonly find: (orderId: string) => LeverageOrder | undefined;
  /** The person has read that it was opened, or that it waits. */
  readonly onDone: () => void;
  readonly terms: LeverageTerms;
  readonly scale: number;
  readonly account: AccountFigures & { readonly free: Amount };
  readonly tickPrice: Price | undefined;
  readonly divisor: Price | undefined;
}

export function ConfirmSheet({ find, onDone, ...rest }: ConfirmSheetProps) {
  const { placing, terms } = rest;
  const { action } = placing;
  if (action.state === 'accepted') {
    const order = find(action.outcome.id) ?? action.outcome;
    const close = () => {
      placing.close();
      if (order.status !== 'cancelled') onDone();
    };
    return <OutcomeSheet order={order} terms={terms} onClose={close} />;
  }
  const draft = 'draft' in action ? action.draft : undefined;
  return draft === undefined ? null : <Review {...rest} draft={draft} />;
}

function Review({
  placing,
  terms,
  scale,
  account,
  tickPrice,
  divisor,
  draft,
}: Omit<ConfirmSheetProps, 'find' | 'onDone'> & { readonly draft: LeverageDraft }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { mode } = useSessionState();
  const { action, change } = placing;
  const rowsOf = useReviewRows({ draft, terms, scale, account, tickPrice, divisor });
  const seenPrice = 'offer' in action ? action.offer?.terms.seenPrice : undefined;
  const before = 'before' in action ? action.before?.seenPrice : undefined;
  const now = tickPrice === undefined ? undefined : toText(openingPrice(draft.direction, tickPrice, spreadOf(terms)));
  // The price left the tolerance while the sheet was read: both are shown before anything is sent.
  const runaway =
    action.state === 'review' &&
    seenPrice !== undefined &&
    now !== undefined &&
    hasMovedAgainst(draft.direction === 'long', price(seenPrice), price(now), toleranceOf(price(seenPrice), terms))
      ? now
      : undefined;
  useEffect(() => {
    if (runaway !== undefined) change({ terms: { seenPrice: runaway } });
  }, [runaway, change]);
  const shown = (figure: string) => format.figure(figure, { scale: terms.digits });
  const moved = before !== undefined && seenPrice !== undefined ? { old: shown(before), new: shown(seenPrice) } : undefined;

  return (
    <ReviewSheet
      handle={placing}
      title={t('leverage.order.title')}
      heading={
        <Row gap={2}>
          <strong>{draft.info.symbol}</strong>
          <Badge tone={draft.direction === 'long' ? 'up' : 'down'}>{texts.direction(draft)}</Badge>
          <Badge>{texts.leverage(draft.leverage)}</Badge>
          <Badge tone="accent">{t(`leverage.entrustment.${draft.entrustment}`)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
      }
      rows={rowsOf(seenPrice)}
      note={
        draft.entrustment === 'market'
          ? t('leverage.order.rule', { tolerance: format.rate(terms.toleratedMove, { scale: 3 }) })
          : t('leverage.order.limitRule')
      }
      changed={moved && t('leverage.order.moved', moved)}
      unknown={t('confirm.unknown')}
      confirm={moved === undefined ? t('confirm.place') : t('leverage.order.accept', { price: moved.new })}
      variant={draft.direction}
      problem={tickPrice === undefined ? t('problem.stale') : undefined}
    />
  );
}

/** The sheet's rows at the price that was seen or named, not at the one of this moment. */
function useReviewRows({
  draft,
  terms,
  scale,
  account,
  tickPrice,
  divisor,
}: Pick<ConfirmSheetProps, 'terms' | 'scale' | 'account' | 'tickPrice' | 'divisor'> & { readonly draft: LeverageDraft }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const words = useFeeWords(terms);
  return (seenPrice: string | undefined): readonly KeyValue[] | undefined => {
    const fixed = draft.limitPrice ?? seenPrice;
    if (fixed === undefined || tickPrice === undefined || divisor === undefined) return undefined;
    const typed = (at: string | undefined) => (at === undefined ? undefined : ({ unit: 'price', figure: amount(at) } as const));
    const { preview, lossAtStop, level, hold } = sideFigures({
      info: draft.info,
      terms,
      direction: draft.direction,
      leverage: draft.leverage,
      lots: amount(draft.lots),
      limitPrice: draft.limitPrice === undefined ? undefined : price(draft.limitPrice),
      seenPrice: seenPrice === undefined ? undefined : price(seenPrice),
      tickPrice,
      divisor,
      scale,
      free: account.free,
      account,
      takeProfit: typed(draft.takeProfit),
      stopLoss: typed(draft.stopLoss),
    });
    const at = (figure: Price | string | undefined) => <PriceText price={figure} scale={terms.digits} />;
    const money = (figure: Amount | undefined) => <AmountText amount={figure} asset={texts.unit} scale={2} />;
    const share = (of: typeof level) =>
      `${of?.before === undefined ? '–' : format.rate(of.before, { scale: 0 })} → ${of?.after === undefined ? '–' : format.rate(of.after, { scale: 0 })}`;
    return [
      {
        key: 'price',
        label: t(draft.entrustment === 'limit' ? 'leverage.line.limit' : 'leverage.price'),
        value: at(fixed),
        detail: t('leverage.spreadIncluded'),
        isStrong: true,
      },
      { key: 'lots', label: t('leverage.lots'), value: format.figure(draft.lots) },
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
      ...(draft.takeProfit === undefined
        ? []
        : [{ key: 'tp', label: t('leverage.line.takeProfit'), value: at(draft.takeProfit) }]),
      ...(draft.stopLoss === undefined
        ? []
        : [
            { key: 'sl', label: t('leverage.line.stopLoss'), value: at(draft.stopLoss) },
            { key: 'loss', label: t('leverage.lossAtStop'), value: money(lossAtStop), detail: t('leverage.withFees') },
          ]),
    ];
  };
}
