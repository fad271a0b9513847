/** A half-filled ticket survives the way to the login page, to a transfer and back. It is text, and soon too old to mean anything. */
import type { RemoteStorage } from '@tessera/shared/federation';
import type { TicketForm } from './ticketForm';

const key = 'spot-draft';
const keptMs = 30 * 60_000;

export function keepDraft(storage: RemoteStorage, symbol: string, form: TicketForm, nowMs: number): void {
  storage.write(key, JSON.stringify({ symbol, form, atMs: nowMs }));
}

export function keptDraft(storage: RemoteStorage, symbol: string, nowMs: number): TicketForm | undefined {
  const text = storage.read(key);
  if (text === undefined) return undefined;
  const kept = parsed(text);
  if (!isRecord(kept) || kept['symbol'] !== symbol || typeof kept['atMs'] !== 'number' || nowMs - kept['atMs'] > keptMs)
    return undefined;
  return readForm(kept['form']);
}

function readForm(form: unknown): TicketForm | undefined {
  if (!isRecord(form)) return undefined;
  const { side, entrustment, price, amount, unit, percent } = form;
  if ((side !== 'buy' && side !== 'sell') || (entrustment !== 'limit' && entrustment !== 'market') || typeof amount !== 'string')
    return undefined;
  return {
    side,
    entrustment,
    amount,
    price: typeof price === 'string' ? price : undefined,
    unit: unit === 'base' || unit === 'quote' ? unit : undefined,
    percent: typeof percent === 'number' ? percent : undefined,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
