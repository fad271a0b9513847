/** The tick log as the rules ask it: the first live tick that meets something, the last one up to an instant. */
import { createHash } from 'node:crypto';
import type { Evidence, Incident, LoggedTick } from './evidence';

export class AuditedLog {
  private readonly bySymbol = new Map<string, LoggedTick[]>();
  private readonly incidents: readonly Incident[];

  constructor({ ticks, incidents }: Pick<Evidence, 'ticks' | 'incidents'>) {
    for (const tick of ticks) {
      const run = this.bySymbol.get(tick.symbol);
      if (run === undefined) this.bySymbol.set(tick.symbol, [tick]);
      else run.push(tick);
    }
    this.incidents = incidents;
  }

  symbols(): string[] {
    return [...this.bySymbol.keys()];
  }

  all(symbol: string): readonly LoggedTick[] {
    return this.bySymbol.get(symbol) ?? [];
  }

  get(symbol: string, seq: number | null): LoggedTick | undefined {
    const run = this.all(symbol);
    const found = run[(seq ?? 0) - (run[0]?.seq ?? 1)];
    return found?.seq === seq ? found : undefined;
  }

  /** The last instant of the log; -1 without one. */
  lastMs(symbol: string): number {
    return this.all(symbol).at(-1)?.atMs ?? -1;
  }

  /** Live ticks in (afterMs, untilMs] that decide something about spot and leverage. */
  *counting(symbol: string, afterMs: number, untilMs: number): Generator<LoggedTick> {
    const run = this.all(symbol);
    for (let index = this.placeAfter(symbol, afterMs); index < run.length; index += 1) {
      const tick = run[index];
      if (tick === undefined || tick.atMs > untilMs) return;
      if (tick.isLive && !this.isInIncident(tick)) yield tick;
    }
  }

  firstCounting(
    symbol: string,
    afterMs: number,
    untilMs: number,
    meets: (tick: LoggedTick) => boolean = () => true,
  ): LoggedTick | undefined {
    for (const tick of this.counting(symbol, afterMs, untilMs)) if (meets(tick)) return tick;
    return undefined;
  }

  /** Live and outside incidents, at or before the instant. */
  lastCounting(symbol: string, atMs: number): LoggedTick | undefined {
    const run = this.all(symbol);
    for (let index = this.placeAfter(symbol, atMs) - 1; index >= 0; index -= 1) {
      const tick = run[index];
      if (tick?.isLive === true && !this.isInIncident(tick)) return tick;
    }
    return undefined;
  }

  /** The first place with a later instant. */
  placeAfter(symbol: string, atMs: number): number {
    const run = this.all(symbol);
    let [low, high] = [0, run.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((run[middle]?.atMs ?? Infinity) <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  isInIncident({ symbol, atMs }: Pick<LoggedTick, 'symbol' | 'atMs'>): boolean {
    return this.incidents.some((one) => one.symbol === symbol && one.fromMs <= atMs && one.toMs >= atMs);
  }

  meetsIncident(symbol: string, fromMs: number, toMs: number): boolean {
    return this.incidents.some((one) => one.symbol === symbol && one.fromMs <= toMs && one.toMs >= fromMs);
  }

  /** Numbers without a gap, ascending time, every hash over the one before (docs/fairness.md). */
  breaks(): string[] {
    const found: string[] = [];
    for (const [symbol, run] of this.bySymbol) {
      let before: LoggedTick | undefined;
      for (const tick of run) {
        const follows = before === undefined || (tick.seq === before.seq + 1 && tick.atMs > before.atMs);
        // Retention may have taken the beginning: the first tick that is left stands on a hash that is gone.
        const isHashed = (before === undefined && tick.seq > 1) || hashOf(tick, before).equals(tick.hash);
        if (!follows || !isHashed) found.push(`tick ${symbol} ${tick.seq}`);
        before = tick;
      }
    }
    return found;
  }
}

function hashOf(tick: LoggedTick, before: LoggedTick | undefined): Buffer {
  const previous = before?.hash ?? Buffer.alloc(32);
  const parts =
    tick.format === 1
      ? [previous, Buffer.from(tick.symbol), Buffer.of(0), number(tick.seq), number(tick.atMs), Buffer.from(tick.priceText)]
      : [
          Buffer.of(2),
          previous,
          text(tick.symbol),
          ...[tick.seq, tick.atMs, tick.sourceAtMs, tick.receivedAtMs].map(number),
          ...[tick.priceText, tick.bid, tick.ask, tick.volume].map(text),
          Buffer.of(['live', 'history', 'late'].indexOf(tick.kind)),
        ];
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
function number(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
