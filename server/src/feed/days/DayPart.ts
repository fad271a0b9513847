import type { SimulatedDay } from '@tessera/shared/fairness';

export const dayMs = 86_400_000;
export const dayText = (dayAtMs: number): string => new Date(dayAtMs).toISOString().slice(0, 10);
export const dayOf = (atMs: number): number => atMs - (atMs % dayMs);

/** What is published of a symbol's simulated day besides its opening price. */
export type SimulatedParameters = Pick<SimulatedDay, 'digits' | 'volatilityPpm' | 'activity' | 'openSlots'>;
/** What is published of a replayed market: at how many steps it moves in a bar (shared/fairness/barPath). */
export interface BarParameters {
  /** Of its whole recording. */
  readonly barMoves: number;
  /** It is counted anew over so many bars before each, where the recording has them. */
  readonly countedBars: number;
}
/** Its recording says how far a price moves and when; where to is drawn (shared/fairness/drawnMove). */
export interface DrawnDirection {
  readonly drawsDirection: true;
}
/** Of a replayed market: one whose recording has bars, and one that was recorded tick by tick. */
export type ReplayParameters = (BarParameters & DrawnDirection) | DrawnDirection;
/** Of days that were committed to before the rest was. */
export type OlderBarParameters = BarParameters | Omit<BarParameters, 'countedBars'>;
export type DayParameters = SimulatedParameters | ReplayParameters | OlderBarParameters;

/** A day, or what follows in it after its seed was lost. */
export interface DayPart {
  readonly dayAtMs: number;
  /** The part's prices begin here. */
  readonly fromMs: number;
  /** 32 bytes, from seed and beacon: everything of the day is drawn from them. Secret until the day is over. */
  readonly draw: Uint8Array;
  readonly opening: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, DayParameters>>;
}
