/** What a ticket means: pure, over what was typed, the terms and the live quote, for both directions at once. */
import type { Direction, LeverageOrder, LeverageTerms, ShownMarketState, SymbolInfo } from '@tessera/shared/contract';
import {
  add,
  amount,
  compare,
  decimalsOf,
  divide,
  isZero,
  min,
  multiply,
  parseAmount,
  price,
  rate,
  zero,
  type Amount,
  type Price,
} from '@tessera/shared/money';
import {
  askOf,
  exposureLeft,
  exposureLimitOf,
  isMarginRaised,
  raisedWithin,
  maxLots,
  noDivisor,
  notionalOf,
  spreadOf,
  type AccountFigures,
  type QuantityRules,
} from '@tessera/shared/trading';
import type { Format } from '@tessera/shared/i18n';
import { sideFigures, worstPrice, type SideFigures, type TypedStop } from './figures';
import { scaleOfUnit, type StopInput } from './stopUnits';
import type { TicketForm } from './ticketForm';
import { ticketProblem, type TicketProblem } from './ticketProblem';

export interface TicketSurroundings {
  readonly info: SymbolInfo;
  readonly terms: LeverageTerms;
  readonly marketState: ShownMarketState;
  readonly isOffline: boolean;
  readonly positions: readonly LeverageOrder[];
  readonly pending: readonly LeverageOrder[];
  readonly account: AccountFigures & { readonly free: Amount };
  /** The symbol's live price, while it is not old. */
  readonly tickPrice: Price | undefined;
  /** Quote units per USDT, while it is known. */
  readonly divisor: Price | undefined;
  readonly scale: number;
  readonly nowMs: number;
}

export interface TicketFigures {
  /** Exact, or undefined while what was typed is no figure. */
  readonly lots: Amount | undefined;
  readonly limitPrice: Price | undefined;
  readonly leverage: number;
  readonly lotRules: QuantityRules;
  readonly sides: Readonly<Record<Direction, SideFigures | undefined>>;
  /** The most lots that can be paid for. */
  readonly maxLots: Amount | undefined;
  /** What one lot is worth. */
  readonly lotValue: Amount | undefined;
  readonly problem: TicketProblem | undefined;
  readonly isAccountEmpty: boolean;
  readonly warnings: {
    readonly isBehindLiquidation: boolean;
    readonly isNearCall: boolean;
    readonly isMuch: boolean;
    readonly opposite: LeverageOrder | undefined;
    /** The margin is raised now, or within hours. */
    readonly raised: { readonly fromMs: number; readonly toMs: number } | undefined;
  };
}

/** An order that takes more of what is available is warned of. */
/** So long before, the raised margin is told of. */
const raisedAheadMs = 4 * 3_600_000;
const muchOfAvailable = rate('0.5');
const exactScale = 18;
const noPrice: Price = price('0');

export function ticketFigures(form: TicketForm, parseTyped: Format['parseTyped'], around: TicketSurroundings): TicketFigures {
  const { info, terms, account, tickPrice, divisor, scale } = around;
  const lotRules = { min: amount(terms.lotMin), step: amount(terms.lotStep), max: amount(terms.lotMax) };
  const typedLots = parseTyped(form.lots, decimalsOf(lotRules.step));
  const lots = typedLots.ok ? parseAmount(typedLots.value) : undefined;
  const isLimit = form.entrustment === 'limit';
  const typedLimit = parseTyped(form.limitPrice, terms.digits);
  const limitPrice = isLimit && typedLimit.ok ? price(typedLimit.value) : undefined;
  const leverage = terms.leverages.includes(form.leverage) ? form.leverage : (terms.leverages[0] ?? 1);
  const stops = { takeProfit: readStop(form.takeProfit), stopLoss: readStop(form.stopLoss) };
  const sides = { long: sideOf('long'), short: sideOf('short') };
  const present = limitPrice ?? (tickPrice === undefined ? undefined : askOf(tickPrice, spreadOf(terms)));
  const contractSize = amount(terms.contractSize);
  const dearest = present && worstPrice('short', present, isLimit, terms);
  const exposure = exposureOf();
  const available = account.available ?? amount(terms.account.availableMargin);
  const cost = sides.long?.hold;
  const problem = ticketProblem({
    marketState: around.marketState,
    isOffline: around.isOffline,
    isPriceLive: tickPrice !== undefined && divisor !== undefined,
    entrustment: form.entrustment,
    leverage,
    leverageMax:
      terms.closingMargin !== undefined && isMarginRaised(terms.closingMargin, around.nowMs)
        ? terms.closingMargin.leverage
        : undefined,
    lots,
    lotRules,
    notional: sides.long?.preview.notional,
    minNotional: amount(terms.minNotional),
    asset: terms.account.asset,
    positions: around.positions.length + around.pending.length,
    maxPositions: terms.maxPositions,
    heldNotional:
      lots === undefined || dearest === undefined || divisor === undefined
        ? undefined
        : notionalOf({ lots, contractSize }, dearest, { divisor, scale }),
    exposure,
    limitPrice,
    tickSize: price(info.tickSize),
    cost,
    available,
  });
  const both = [sides.long, sides.short];
  return {
    lots,
    limitPrice,
    leverage,
    lotRules,
    sides,
    maxLots: affordableLots(),
    lotValue:
      present === undefined || divisor === undefined
        ? undefined
        : notionalOf({ lots: amount('1'), contractSize }, present, { divisor, scale }),
    problem,
    isAccountEmpty: isZero(available) && isZero(account.usedMargin),
    warnings: {
      isBehindLiquidation: both.some((side) => side?.isBehindLiquidation === true && side.stopProblem === undefined),
      isNearCall: both.some(
        (side) => side?.level?.after !== undefined && compare(side.level.after, rate(terms.marginCallLevel)) <= 0,
      ),
      isMuch:
        cost !== undefined &&
        account.available !== undefined &&
        problem === undefined &&
        compare(cost, multiply(account.available, muchOfAvailable, scale, 'up')) > 0,
      raised: terms.closingMargin && raisedWithin(terms.closingMargin, around.nowMs, raisedAheadMs),
      opposite: around.positions.find(({ symbol }) => symbol === info.symbol),
    },
  };

  function sideOf(direction: Direction): SideFigures | undefined {
    if (lots === undefined || compare(lots, zero) <= 0 || tickPrice === undefined || divisor === undefined) return undefined;
    if (isLimit && (limitPrice === undefined || compare(limitPrice, noPrice) <= 0)) return undefined;
    const priced = { limitPrice, tickPrice, divisor, scale, free: account.free, account };
    return sideFigures({ info, terms, direction, leverage, lots, ...priced, ...stops });
  }

  /** At the dearest price at which either side may open: what fits there fits both. */
  function affordableLots(): Amount | undefined {
    if (dearest === undefined || compare(dearest, noPrice) <= 0 || divisor === undefined || account.available === undefined)
      return undefined;
    return maxLots({
      free: account.available,
      price: dearest,
      leverage,
      feeRate: rate(terms.feeRate),
      contractSize,
      valuation: { divisor, scale },
      lots: { ...lotRules, max: min(lotRules.max, lotsWithin(exposure.left, dearest)) },
    });
  }

  function lotsWithin(notional: Amount, at: Price): Amount {
    const oneStep = notionalOf({ lots: lotRules.step, contractSize }, at, { divisor: divisor ?? noDivisor, scale });
    if (compare(oneStep, zero) <= 0) return lotRules.max;
    return multiply(lotRules.step, divide(notional, oneStep, 0, 'down'), exactScale, 'down');
  }

  /** What all positions of the symbol may be worth at this leverage, and what of it is left. */
  function exposureOf(): { readonly max: Amount; readonly left: Amount } {
    const limits = terms.exposureLimits.map((limit) => ({ ...limit, notional: amount(limit.notional) }));
    const own = [...around.positions, ...around.pending].filter(({ symbol }) => symbol === info.symbol);
    const atStake = own.reduce((sum, { pricePerLot, openLots, lots: asked, status }) => {
      const held = amount(status === 'pending' ? asked : openLots);
      return add(sum, multiply(amount(pricePerLot), held, exactScale, 'up'));
    }, zero);
    return { max: exposureLimitOf(limits, leverage), left: exposureLeft(limits, leverage, atStake) };
  }

  function readStop(input: StopInput): TypedStop | undefined {
    if (!form.hasStops || input.text.trim() === '') return undefined;
    const parsed = parseTyped(input.text, scaleOfUnit(input.unit, info));
    return { unit: input.unit, figure: parsed.ok ? amount(parsed.value) : undefined };
  }
}
