import { useEffect, useReducer, type Dispatch } from 'react';
import type { Side, SymbolInfo } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { price, toFixedText } from '@tessera/shared/money';
import { useClock, useRemoteContext } from '@tessera/shared/react';
import { keepDraft, keptDraft } from './ticketDraft';
import { firstForm, formAfter, type TicketChange, type TicketForm } from './ticketForm';

interface Beginnings {
  readonly preferred: Side | undefined;
  /** The live price as the wire's text: the first one begins the limit. */
  readonly latest: string | undefined;
  /** The level of the book that was tapped last. */
  readonly picked: { readonly price: string } | undefined;
}

/** What is typed, begun with what was kept of it, with the first price that is known and with the level that was tapped. */
export function useTicketForm(
  { symbol, digits }: SymbolInfo,
  { preferred, latest, picked }: Beginnings,
): readonly [TicketForm, Dispatch<TicketChange>] {
  const format = useFormat();
  const clock = useClock();
  const { storage } = useRemoteContext();
  const [form, change] = useReducer(formAfter, undefined, () => {
    const kept = keptDraft(storage, symbol, clock.now()) ?? firstForm(preferred ?? 'buy');
    return preferred === undefined ? kept : formAfter(kept, { type: 'side', side: preferred });
  });
  useEffect(() => keepDraft(storage, symbol, form, clock.now()), [storage, clock, symbol, form]);
  useEffect(() => {
    if (latest !== undefined) change({ type: 'firstPrice', price: format.forInput(toFixedText(price(latest), digits)) });
  }, [latest, digits, format]);
  useEffect(() => {
    if (picked === undefined) return;
    change({ type: 'entrustment', entrustment: 'limit' });
    change({ type: 'price', price: format.forInput(toFixedText(price(picked.price), digits)) });
  }, [picked, digits, format]);
  return [form, change];
}
