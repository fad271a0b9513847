/**
 * The ticket of one market. What is typed stays text; what it means is computed from it, the terms and the live quotes, for
 * both directions at once. The first problem labels the buttons; warnings stand above them and forbid nothing.
 */
import { useMemo, useState } from 'react';
import type { Direction, LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { amount, compare, decimalsOf, multiply, parseAmount, price, rate, toText, zero, type Price } from '@tessera/shared/money';
import { useNavigation, useReleaseGuard, useSessionState } from '@tessera/shared/react';
import { askOf, maxLots, notionalOf, spreadOf } from '@tessera/shared/trading';
import {
  AmountField,
  Badge,
  Button,
  Card,
  LiveRegion,
  Notice,
  PercentSlider,
  Row,
  Segmented,
  Stack,
  StepperField,
  Switch,
} from '@tessera/shared/ui';
import { liveAccount } from './liveAccount';
import { StopField, scaleOfUnit } from './StopField';
import { stopRuleKey, type StopInput, type StopSide } from './stopUnits';
import type { LeverageOrders } from './useOrders';
import { useLeverageTexts } from './useTexts';
import { useValuing } from './useValuing';
import { RiskSheet, useRiskAcceptance } from '../../components/RiskSheet';
import { useCountdownText } from '../../components/useCountdownText';
import { AccountStrip } from './AccountStrip';
import { LeverageChoice } from './LeverageChoice';
import { OrderSheet } from './ConfirmSheet';
import { SideButtons } from './SideButtons';
import { SideReceipt } from './TicketFigures';
import { sideFigures, worstPrice, type SideFigures, type TypedStop } from './figures';
import { firstForm, percentOfLots, shareOfLots, type TicketForm } from './ticketForm';
import { ticketProblem, type TicketProblem } from './ticketProblem';
import { usePlacement } from './usePlacement';
import styles from './Ticket.module.css';

interface LeverageTicketProps {
  readonly info: SymbolInfo;
  readonly terms: LeverageTerms;
  readonly preferred: string | null;
  readonly scale: number;
  readonly orders: LeverageOrders;
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

/** An order that takes more of what is available is warned of. */
const muchOfAvailable = rate('0.5');
const noPrice: Price = price('0');

export function LeverageTicket({ info, terms, preferred, scale, orders, find }: LeverageTicketProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const errorText = useErrorText();
  const texts = useLeverageTexts();
  const navigation = useNavigation();
  const { mode } = useSessionState();
  const [form, setForm] = useState<TicketForm>(() => firstForm(terms, format.forInput));
  const change = (part: Partial<TicketForm>) => setForm((before) => ({ ...before, ...part }));
  const here = useMemo(() => [info.symbol], [info.symbol]);
  const valuing = useValuing(orders.positions, { find, scale }, here);
  const placing = usePlacement(orders);
  const risk = useRiskAcceptance('leverage', mode);
  const [asking, setAsking] = useState<Direction | undefined>(undefined);
  const opensIn = useCountdownText(info.market.state === 'closed' ? info.market.nextChangeAtMs : null);
  const { placement } = placing;
  useReleaseGuard(placement.state === 'editing' && asking === undefined ? undefined : t('leverage.order.title'));

  const lotRules = { min: amount(terms.lotMin), step: amount(terms.lotStep), max: amount(terms.lotMax) };
  const lotScale = decimalsOf(lotRules.step);
  const typedLots = format.parseTyped(form.lots, lotScale);
  const lots = typedLots.ok ? parseAmount(typedLots.value) : undefined;
  const typedLimit = format.parseTyped(form.limitPrice, terms.digits);
  const isLimit = form.entrustment === 'limit';
  const limitPrice = isLimit && typedLimit.ok ? price(typedLimit.value) : undefined;
  const leverage = terms.leverages.includes(form.leverage) ? form.leverage : (terms.leverages[0] ?? 1);

  const tickPrice = valuing.tickPriceOf(info);
  const divisor = valuing.divisorOf(info);
  const account = liveAccount(terms.account, orders.positions, valuing);
  const stops = { takeProfit: readStop(form.takeProfit), stopLoss: readStop(form.stopLoss) };
  const sideOf = (direction: Direction): SideFigures | undefined => {
    if (lots === undefined || compare(lots, zero) <= 0 || tickPrice === undefined || divisor === undefined) return undefined;
    if (isLimit && (limitPrice === undefined || compare(limitPrice, noPrice) <= 0)) return undefined;
    return sideFigures({
      info,
      terms,
      direction,
      leverage,
      lots,
      limitPrice,
      tickPrice,
      divisor,
      scale,
      free: account.free,
      account,
      ...stops,
    });
  };
  const sides = { long: sideOf('long'), short: sideOf('short') };
  // The dearest price at which either side may open: what fits there fits both.
  const present = limitPrice ?? (tickPrice === undefined ? undefined : askOf(tickPrice, spreadOf(terms)));
  const dearest = present && worstPrice('short', present, isLimit, terms);
  const contractSize = amount(terms.contractSize);
  const most =
    dearest === undefined || compare(dearest, noPrice) <= 0 || divisor === undefined || account.available === undefined
      ? undefined
      : maxLots({
          free: account.available,
          price: dearest,
          leverage,
          feeRate: rate(terms.feeRate),
          contractSize,
          valuation: { divisor, scale },
          lots: lotRules,
        });
  const lotValue =
    present === undefined || divisor === undefined
      ? undefined
      : notionalOf({ lots: amount('1'), contractSize }, present, { divisor, scale });

  const problem = ticketProblem({
    marketState: info.market.state,
    isPriceLive: tickPrice !== undefined && divisor !== undefined,
    entrustment: form.entrustment,
    lots,
    lotRules,
    notional: sides.long?.preview.notional,
    minNotional: amount(terms.minNotional),
    asset: terms.account.asset,
    positions: orders.positions.length + orders.pending.length,
    maxPositions: terms.maxPositions,
    limitPrice,
    tickSize: price(info.tickSize),
    cost: sides.long?.hold,
    available: account.available ?? amount(terms.account.availableMargin),
  });
  const opposite = orders.positions.find(({ symbol }) => symbol === info.symbol);
  const cost = sides.long?.hold;
  const isMuch =
    cost !== undefined &&
    account.available !== undefined &&
    problem === undefined &&
    compare(cost, multiply(account.available, muchOfAvailable, scale, 'up')) > 0;
  const isNearCall = [sides.long, sides.short].some(
    (side) => side?.level?.after !== undefined && compare(side.level.after, rate(terms.marginCallLevel)) <= 0,
  );
  const behind = [sides.long, sides.short].find(
    (side) => side !== undefined && side.isBehindLiquidation && side.stopProblem === undefined,
  );

  const preview = (direction: Direction) => {
    const side = sides[direction];
    if (side === undefined || lots === undefined) return;
    placing.preview(
      {
        info,
        direction,
        entrustment: form.entrustment,
        leverage,
        lots: toText(lots),
        limitPrice: limitPrice && toText(limitPrice),
        takeProfit: side.takeProfit && toText(side.takeProfit),
        stopLoss: side.stopLoss && toText(side.stopLoss),
      },
      isLimit ? undefined : toText(side.price),
    );
  };
  const choose = (direction: Direction) => (risk.isAccepted ? preview(direction) : setAsking(direction));
  const lotsProblem =
    problem?.code === 'figure' && problem.field === 'lots' && form.lots.trim() !== ''
      ? errorText(figureError(problem))
      : undefined;

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap={4}>
        <AccountStrip account={account} terms={terms} />
        <Segmented
          label={t('leverage.entrustment.label')}
          value={form.entrustment}
          onChange={(entrustment) =>
            change({
              entrustment,
              ...(entrustment === 'limit' && form.limitPrice === '' && tickPrice !== undefined
                ? { limitPrice: format.forInput(toText(tickPrice)) }
                : {}),
            })
          }
          options={(['market', 'limit'] as const).map((value) => ({ value, label: t(`leverage.entrustment.${value}`) }))}
        />
        <div className={styles.mode}>
          <Row gap={2} align="between">
            <Badge tone="accent">{t(`leverage.${terms.marginMode}`)}</Badge>
            <LeverageChoice leverages={terms.leverages} value={leverage} onChange={(next) => change({ leverage: next })} />
          </Row>
          <p className={styles.hint}>{t(`leverage.${terms.marginMode}Hint`)}</p>
        </div>
        {isLimit && (
          <AmountField
            label={t('leverage.line.limit')}
            value={form.limitPrice}
            onChange={(next) => change({ limitPrice: next })}
            unit={info.quote}
            scale={terms.digits}
            hint={t('leverage.limitHint')}
            problem={problem?.code === 'figure' && problem.field === 'limitPrice' ? errorText(figureError(problem)) : undefined}
          />
        )}
        <StepperField
          label={t('leverage.lots')}
          value={form.lots}
          onChange={(next) => change({ lots: next })}
          scale={lotScale}
          step={terms.lotStep}
          min={terms.lotMin}
          max={terms.lotMax}
          corner={
            most === undefined || compare(most, zero) === 0 ? undefined : (
              <Button size="sm" variant="quiet" onClick={() => change({ lots: format.forInput(toText(most)) })}>
                {t('leverage.max', { lots: format.figure(most) })}
              </Button>
            )
          }
          hint={t('leverage.lotHint', {
            min: format.figure(terms.lotMin),
            step: format.figure(terms.lotStep),
            max: format.figure(terms.lotMax),
          })}
          problem={lotsProblem}
        />
        <p className={styles.hint}>
          {t('leverage.oneLot', {
            size: format.figure(terms.contractSize),
            base: info.base,
            value: lotValue === undefined ? '–' : texts.amount(lotValue),
          })}
        </p>
        <PercentSlider
          label={t('leverage.share')}
          percent={percentOfLots(lots, most)}
          disabled={most === undefined || compare(most, zero) === 0}
          onChange={(percent) => {
            if (most !== undefined) change({ lots: format.forInput(toText(shareOfLots(most, percent, lotRules))) });
          }}
        />
        <Card>
          <Switch
            label={t('leverage.stops')}
            detail={t('leverage.stopsHint')}
            isOn={form.hasStops}
            onChange={(hasStops) => change({ hasStops })}
          />
          {form.hasStops && (
            <div className={styles.stops}>
              <Stack gap={4}>
                {(['takeProfit', 'stopLoss'] as const).map((side) => (
                  <StopField
                    key={side}
                    side={side}
                    info={info}
                    input={form[side]}
                    onChange={(input) => change({ [side]: input })}
                    meanings={meaningsOf(side)}
                  />
                ))}
              </Stack>
            </div>
          )}
        </Card>
        <SideReceipt terms={terms} long={sides.long} short={sides.short} />
        <LiveRegion>
          <Stack gap={2}>
            {behind !== undefined && <Notice tone="warning">{t('leverage.warning.behindLiquidation')}</Notice>}
            {isNearCall && (
              <Notice tone="warning">
                {t('leverage.warning.marginCall', {
                  call: format.rate(terms.marginCallLevel, { scale: 0 }),
                  out: format.rate(terms.stopOutLevel, { scale: 0 }),
                })}
              </Notice>
            )}
            {isMuch && <Notice tone="warning">{t('leverage.warning.muchMargin')}</Notice>}
            {opposite !== undefined && (
              <Notice>{t('leverage.warning.opposite', { direction: texts.direction(opposite), symbol: info.symbol })}</Notice>
            )}
          </Stack>
        </LiveRegion>
        <LiveRegion isUrgent>
          {placement.state === 'editing' && placement.refusal !== undefined && (
            <Notice
              tone="danger"
              action={placement.refusal.code === 'WALLET_BALANCE_INSUFFICIENT' ? transferButton() : undefined}
            >
              {errorText(placement.refusal)}
            </Notice>
          )}
        </LiveRegion>
        {problem?.code === 'insufficient' && transferButton()}
        <SideButtons
          problem={problem === undefined ? undefined : problemText(problem)}
          sideProblems={{ long: sideProblem(sides.long), short: sideProblem(sides.short) }}
          sides={sides}
          digits={terms.digits}
          preferred={preferred === 'long' || preferred === 'short' ? preferred : undefined}
          onChoose={choose}
        />
      </Stack>
      <OrderSheet {...placing} terms={terms} scale={scale} account={account} tickPrice={tickPrice} divisor={divisor} />
      {asking !== undefined && (
        <RiskSheet
          body={t('leverage.risk')}
          onDecline={() => setAsking(undefined)}
          onAccept={() => {
            risk.accept();
            setAsking(undefined);
            preview(asking);
          }}
        />
      )}
    </form>
  );

  function readStop(input: StopInput): TypedStop | undefined {
    if (!form.hasStops || input.text.trim() === '') return undefined;
    const parsed = format.parseTyped(input.text, scaleOfUnit(input.unit, info));
    return { unit: input.unit, figure: parsed.ok ? amount(parsed.value) : undefined };
  }

  /** A price lies on one side only; a distance has a meaning for both directions. */
  function meaningsOf(stop: StopSide) {
    const known = [sides.long, sides.short].flatMap((side) =>
      side === undefined ? [] : [{ position: side.position, price: side[stop], isFit: side.stopProblem?.side !== stop }],
    );
    const fitting = known.filter(({ isFit }) => isFit);
    return fitting.length === 1 ? fitting : known;
  }

  function sideProblem(side: SideFigures | undefined): string | undefined {
    if (side?.isLimitBelow === true && tickPrice !== undefined)
      return t('leverage.problem.limitBelow', { price: format.figure(tickPrice, { scale: terms.digits }) });
    if (side?.stopProblem === undefined) return undefined;
    const { side: stop, problem: against } = side.stopProblem;
    return against === undefined ? t(`leverage.problem.${stop}`) : t(`leverage.problem.${stopRuleKey(side.direction, stop)}`);
  }

  function transferButton() {
    return (
      <Button variant="secondary" isBlock onClick={() => navigation.navigate('/pages/assets/transfer', { from: 'coin' })}>
        {t('ticket.topUp')}
      </Button>
    );
  }

  function figureError({ problem: figure }: Extract<TicketProblem, { readonly code: 'figure' }>) {
    const params = Object.fromEntries(Object.entries(figure.params ?? {}).map(([name, value]) => [name, format.figure(value)]));
    return { code: figure.code, params };
  }

  function problemText(of: TicketProblem): string {
    switch (of.code) {
      case 'marketClosed':
        return opensIn === undefined ? t('problem.marketClosed') : t('leverage.problem.opensIn', { time: opensIn });
      case 'marketClosing':
      case 'stale':
        return t(`problem.${of.code}`);
      case 'lots':
      case 'limitPrice':
        return t(`leverage.problem.${of.code}`);
      case 'figure':
        return errorText(figureError(of));
      case 'insufficient':
        return t('leverage.problem.insufficient', { amount: texts.amount(of.amount) });
    }
  }
}
