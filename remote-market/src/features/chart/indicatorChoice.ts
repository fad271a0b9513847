/**
 * Which indicators a person wants on the chart and with which parameters: rules, and how it is remembered in this browser.
 * The parameters of an indicator stay when it is put away. No chart code is loaded for this.
 */
import type { RemoteStorage } from '@tessera/shared/federation';
import type { Indicator, IndicatorKind } from '@tessera/shared/charts';

/** As offered: overlays first, then panes. */
export const indicatorKinds = ['ma', 'ema', 'boll', 'vol', 'macd', 'kdj', 'rsi'] as const satisfies readonly IndicatorKind[];

export type ParamName = 'period' | 'deviations' | 'short' | 'long' | 'signal' | 'smoothing';
export interface ParamRule {
  readonly name: ParamName;
  readonly usual: number;
  readonly min: number;
  readonly max: number;
}

const period = (usual: number): ParamRule => ({ name: 'period', usual, min: 2, max: 200 });
export const paramRules: Readonly<Record<IndicatorKind, readonly ParamRule[]>> = {
  ma: [period(7), period(25), period(99)],
  ema: [period(12), period(26), period(99)],
  boll: [period(20), { name: 'deviations', usual: 2, min: 1, max: 5 }],
  vol: [],
  macd: [
    { name: 'short', usual: 12, min: 2, max: 100 },
    { name: 'long', usual: 26, min: 3, max: 200 },
    { name: 'signal', usual: 9, min: 2, max: 50 },
  ],
  kdj: [
    { name: 'period', usual: 9, min: 2, max: 100 },
    { name: 'smoothing', usual: 3, min: 2, max: 20 },
    { name: 'smoothing', usual: 3, min: 2, max: 20 },
  ],
  rsi: [period(6), period(12), period(24)],
};

export type Params = Readonly<Record<IndicatorKind, readonly number[]>>;
export interface IndicatorChoice {
  readonly chosen: readonly IndicatorKind[];
  readonly params: Params;
}

const defaultsOf = (kind: IndicatorKind): readonly number[] => paramRules[kind].map(({ usual }) => usual);
export const defaultChoice: IndicatorChoice = {
  chosen: ['vol'],
  params: {
    ma: defaultsOf('ma'),
    ema: defaultsOf('ema'),
    boll: defaultsOf('boll'),
    vol: [],
    macd: defaultsOf('macd'),
    kdj: defaultsOf('kdj'),
    rsi: defaultsOf('rsi'),
  },
};

export type ParamProblem =
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'shortNotBelowLong' };

/** The first rule that a parameter breaks. */
export function paramProblem(kind: IndicatorKind, params: readonly number[], place: number): ParamProblem | undefined {
  const rule = paramRules[kind][place];
  const value = params[place];
  if (rule === undefined) return undefined;
  if (value === undefined || !Number.isInteger(value) || value < rule.min || value > rule.max)
    return { kind: 'range', min: rule.min, max: rule.max };
  const [short = 0, long = 0] = params;
  return kind === 'macd' && place < 2 && short >= long ? { kind: 'shortNotBelowLong' } : undefined;
}
const areValid = (kind: IndicatorKind, params: readonly number[]): boolean =>
  params.length === paramRules[kind].length && params.every((_, index) => paramProblem(kind, params, index) === undefined);

export function withKind(choice: IndicatorChoice, kind: IndicatorKind, isChosen: boolean): IndicatorChoice {
  return { ...choice, chosen: indicatorKinds.filter((one) => (one === kind ? isChosen : choice.chosen.includes(one))) };
}
/** Parameters that break a rule change nothing. */
export function withParams(choice: IndicatorChoice, kind: IndicatorKind, params: readonly number[]): IndicatorChoice {
  return areValid(kind, params) ? { ...choice, params: { ...choice.params, [kind]: params } } : choice;
}

export const indicatorsOf = ({ chosen, params }: IndicatorChoice): readonly Indicator[] =>
  chosen.map((kind) => ({ kind, params: params[kind] }));

const key = 'indicators';
/** "ma vol|ma=7.25.99;macd=12.26.9": only what was chosen and what differs from the usual. */
export function writeIndicators(storage: RemoteStorage, { chosen, params }: IndicatorChoice): void {
  const changed = indicatorKinds
    .filter((kind) => params[kind].join() !== defaultsOf(kind).join())
    .map((kind) => `${kind}=${params[kind].join('.')}`);
  storage.write(key, `${chosen.join(' ')}|${changed.join(';')}`);
}

/** What is stored may be of another release or made by hand: what does not fit the rules is as if it were not there. */
export function readIndicators(storage: RemoteStorage): IndicatorChoice {
  const stored = storage.read(key);
  if (stored === undefined) return defaultChoice;
  const [names = '', changes = ''] = stored.split('|');
  const chosen = new Set(names.split(' '));
  const start: IndicatorChoice = { ...defaultChoice, chosen: indicatorKinds.filter((kind) => chosen.has(kind)) };
  return changes.split(';').reduce((choice, change) => {
    const [name, figures = ''] = change.split('=');
    const kind = indicatorKinds.find((one) => one === name);
    return kind === undefined ? choice : withParams(choice, kind, figures.split('.').map(Number));
  }, start);
}
