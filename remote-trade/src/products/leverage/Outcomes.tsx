/**
 * What became of orders while this page watched. A sheet with the deciding tick where the price ended a position; a notice
 * with a way on where something did not come about; a short message for what the person asked for. All are spoken.
 */
import { useEffect, useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useNavigation, useReleaseGuard, useSessionState } from '@tessera/shared/react';
import {
  AfterOtherSheets,
  AmountText,
  Badge,
  Button,
  DemoMark,
  LiveRegion,
  Notice,
  Row,
  Sheet,
  ShieldCheck,
  Stack,
  VisuallyHidden,
} from '@tessera/shared/ui';
import { DealFacts } from './DealFacts';
import type { LeverageOrders, LeverageOutcome } from './useOrders';
import { useLeverageTexts } from './useTexts';
import styles from './Outcomes.module.css';

interface LeverageOutcomesProps {
  readonly orders: LeverageOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

export function LeverageOutcomes({ orders, find }: LeverageOutcomesProps) {
  const texts = useLeverageTexts();
  const dialogs = useDialogs();
  const { outcomes, dismiss } = orders;
  const next = outcomes[0];
  const isSheet = next?.kind === 'ended' || next?.kind === 'cancelled' || next?.kind === 'closeFailed';
  const text = next === undefined || isSheet ? undefined : texts.outcome(next, find(next.order.symbol)?.digits);
  const nextId = next?.order.id;
  useEffect(() => {
    if (text === undefined || nextId === undefined) return;
    dialogs.toast(text, { tone: 'success', durationMs: 4000 });
    dismiss(nextId);
  }, [text, nextId, dialogs, dismiss]);
  if (next === undefined || !isSheet) return null;
  return (
    <AfterOtherSheets key={`${next.order.id} ${next.kind}`}>
      <OutcomeSheet outcome={next} digits={find(next.order.symbol)?.digits} onClose={() => dismiss(next.order.id)} />
    </AfterOtherSheets>
  );
}

function OutcomeSheet({
  outcome,
  digits,
  onClose,
}: {
  readonly outcome: LeverageOutcome;
  readonly digits: number | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('trade');
  const texts = useLeverageTexts();
  const navigation = useNavigation();
  const { mode } = useSessionState();
  const { order, kind } = outcome;
  const deal = outcome.deals.at(-1);
  const title = t(`leverage.outcomeTitle.${kind === 'ended' ? 'ended' : kind === 'cancelled' ? 'cancelled' : 'closeFailed'}`);
  useReleaseGuard(title);
  // An empty live region is read when text enters it, so the text comes one moment after the sheet.
  const [spoken, setSpoken] = useState('');
  const announcement = texts.outcome(outcome, digits);
  useEffect(() => setSpoken(announcement), [announcement]);
  return (
    <Sheet
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <Stack gap={2}>
          {deal !== undefined && (
            <Button
              isBlock
              variant="secondary"
              icon={ShieldCheck}
              onClick={() => {
                onClose();
                navigation.navigate('/pages/contract/proof', { product: 'leverage', order: order.id, deal: deal.id });
              }}
            >
              {t('result.check')}
            </Button>
          )}
          <Button isBlock size="lg" onClick={onClose}>
            {t('result.done')}
          </Button>
        </Stack>
      }
    >
      <Stack gap={4}>
        <LiveRegion isUrgent>
          <VisuallyHidden>{spoken}</VisuallyHidden>
        </LiveRegion>
        <div className={styles.head}>
          <Row gap={2} isWrapping>
            <strong>{order.symbol}</strong>
            <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
            <Badge>{texts.leverage(order.leverage)}</Badge>
            {mode === 'demo' && <DemoMark />}
          </Row>
          <p className={styles.outcome}>{kind === 'closeFailed' ? t('leverage.closeFailedShort') : texts.why(order)}</p>
          {kind === 'ended' && order.realizedProfit !== null && (
            <AmountText amount={order.realizedProfit} asset={texts.unit} leastScale={2} tone="profit" size="2xl" />
          )}
        </div>
        {kind === 'ended' && order.closeReason !== null && order.closeReason !== 'user' && (
          <Notice>{t(`leverage.closedHint.${order.closeReason}`)}</Notice>
        )}
        {kind === 'cancelled' && <Notice tone="warning">{t('leverage.nothingTraded')}</Notice>}
        {kind === 'closeFailed' && <Notice tone="warning">{t('leverage.stillOpen')}</Notice>}
        {deal !== undefined && <DealFacts deal={deal} digits={digits} />}
      </Stack>
    </Sheet>
  );
}
