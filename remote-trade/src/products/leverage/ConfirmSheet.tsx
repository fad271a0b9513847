/** What a leveraged order comes to at the price that was seen, and afterwards what came of it. */
import { useEffect } from 'react';
import { ReviewSheet } from '@tessera/shared/actions';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { price, toText, type Price } from '@tessera/shared/money';
import { useSessionState } from '@tessera/shared/react';
import { hasMovedAgainst, openingPrice, spreadOf } from '@tessera/shared/trading';
import { Badge, DemoMark, Row } from '@tessera/shared/ui';
import { toleranceOf } from './figures';
import { OutcomeSheet } from './OutcomeSheet';
import type { LeverageAction, LeverageDraft, ReviewedTerms } from './useAdapter';
import { useReviewRows } from './useReviewRows';
import { useLeverageTexts } from './useTexts';

interface ConfirmSheetProps {
  readonly placing: LeverageAction;
  /** What the page knows by now of an order that was accepted. */
  readonly findOrder: (orderId: string) => LeverageOrder | undefined;
  readonly findSymbol: (symbol: string) => SymbolInfo | undefined;
  readonly tickPriceOf: (info: SymbolInfo) => Price | undefined;
  /** The person has read that it was opened, or that it waits. */
  readonly onDone: () => void;
}

export function ConfirmSheet({ placing, findOrder, findSymbol, tickPriceOf, onDone }: ConfirmSheetProps) {
  const { action } = placing;
  if (action.state === 'accepted') {
    const order = findOrder(action.outcome.id) ?? action.outcome;
    const close = () => {
      placing.close();
      if (order.status !== 'cancelled') onDone();
    };
    return <OutcomeSheet order={order} digits={findSymbol(order.symbol)?.digits} onClose={close} />;
  }
  const draft = 'draft' in action ? action.draft : undefined;
  const reviewed = 'offer' in action ? action.offer?.terms : undefined;
  if (draft === undefined || reviewed === undefined) return null;
  return <Review placing={placing} draft={draft} reviewed={reviewed} tickPrice={tickPriceOf(draft.info)} />;
}

interface ReviewProps {
  readonly placing: LeverageAction;
  readonly draft: LeverageDraft;
  readonly reviewed: ReviewedTerms;
  /** The live price of the order's market, while it is not old. */
  readonly tickPrice: Price | undefined;
}

function Review({ placing, draft, reviewed, tickPrice }: ReviewProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { mode } = useSessionState();
  const { action, change } = placing;
  const { terms, seenPrice } = reviewed;
  const rows = useReviewRows(draft, reviewed);
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
    if (runaway !== undefined) change({ terms: { ...reviewed, seenPrice: runaway } });
  }, [runaway, reviewed, change]);
  const shown = (figure: string) => format.figure(figure, { scale: terms.digits });
  const moved = before !== undefined && seenPrice !== undefined ? { old: shown(before), new: shown(seenPrice) } : undefined;

  return (
    <ReviewSheet
      handle={placing}
      title={t('leverage.order.title')}
      heading={
        <Row gap={2} isWrapping>
          <strong>{draft.info.symbol}</strong>
          <Badge tone={draft.direction === 'long' ? 'up' : 'down'}>{texts.direction(draft)}</Badge>
          <Badge>{texts.leverage(draft.leverage)}</Badge>
          <Badge tone="accent">{t(`leverage.entrustment.${draft.entrustment}`)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
      }
      rows={rows}
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
