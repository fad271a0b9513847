/**
 * The form of a spot order as it is typed, and what changes it. What is typed stays text; its meaning is computed in
 * spotFigures. An amount keeps the unit it was typed in: 0.5 BTC never becomes 0.5 USDT because a button was pressed.
 */
import type { Entrustment, Side } from '@tessera/shared/contract';

export type AmountUnit = 'base' | 'quote';

export interface TicketForm {
  readonly side: Side;
  readonly entrustment: Entrustment;
  /** The limit; undefined until a price is known to begin with. */
  readonly price: string | undefined;
  readonly amount: string;
  /** What `amount` counts; undefined while it is empty. */
  readonly unit: AmountUnit | undefined;
  /** Where the slider was put, until the amount is typed over. */
  readonly percent: number | undefined;
}

export const firstForm = (side: Side): TicketForm => ({
  side,
  entrustment: 'limit',
  price: undefined,
  amount: '',
  unit: undefined,
  percent: undefined,
});

/** A market purchase is asked for by what it may cost, everything else by what is bought or sold. */
export const unitOf = ({ unit, side, entrustment }: TicketForm): AmountUnit =>
  unit ?? (entrustment === 'market' && side === 'buy' ? 'quote' : 'base');

export type TicketChange =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'entrustment'; readonly entrustment: Entrustment }
  | { readonly type: 'price'; readonly price: string }
  /** The first price that is known: it begins the limit, and never replaces one. */
  | { readonly type: 'firstPrice'; readonly price: string }
  | { readonly type: 'amount'; readonly amount: string }
  | { readonly type: 'share'; readonly percent: number; readonly amount: string }
  /** Counts in the other unit from now on; `amount` is what stands there, in that unit. */
  | { readonly type: 'unit'; readonly unit: AmountUnit; readonly amount: string }
  | { readonly type: 'placed' };

export function formAfter(form: TicketForm, change: TicketChange): TicketForm {
  switch (change.type) {
    case 'side':
      // The slider's share was one of other money.
      return change.side === form.side ? form : { ...form, side: change.side, percent: undefined };
    case 'entrustment':
      return change.entrustment === form.entrustment ? form : { ...form, entrustment: change.entrustment, percent: undefined };
    case 'price':
      return { ...form, price: change.price, percent: undefined };
    case 'firstPrice':
      return form.price === undefined ? { ...form, price: change.price } : form;
    case 'amount':
      return {
        ...form,
        amount: change.amount,
        unit: change.amount.trim() === '' && form.amount.trim() === '' ? form.unit : unitOf(form),
        percent: undefined,
      };
    case 'share':
      return { ...form, amount: change.amount, unit: unitOf(form), percent: change.percent };
    case 'unit':
      return { ...form, amount: change.amount, unit: change.unit, percent: undefined };
    case 'placed':
      return { ...form, amount: '', percent: undefined, unit: undefined };
  }
}
