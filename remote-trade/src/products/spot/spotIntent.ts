import type { Quote, SpotTerms } from '@tessera/shared/contract';
import type { Format } from '@tessera/shared/i18n';
import { amount, decimalsOf, parseAmount, parsePrice, price } from '@tessera/shared/money';
import type { SpotIntent, SpotScales } from './figures';
import { unitOf, type TicketForm } from './ticketForm';

interface Reading {
  readonly parseTyped: Format['parseTyped'];
  readonly terms: SpotTerms;
  readonly scales: SpotScales;
  /** Decimals of a price. */
  readonly digits: number;
}

/** What a form means at a quote. */
export function spotIntent(
  form: TicketForm,
  quote: Pick<Quote, 'price' | 'bid' | 'ask'> | undefined,
  { parseTyped, terms, scales, digits }: Reading,
): SpotIntent {
  const { side, entrustment } = form;
  const unit = unitOf(form);
  const typedPrice = parseTyped(form.price ?? '', digits);
  const typed = parseTyped(form.amount, unit === 'base' ? decimalsOf(amount(terms.quantityStep)) : scales.quoteShown);
  return {
    side,
    entrustment,
    unit,
    limit: entrustment === 'limit' && typedPrice.ok ? parsePrice(typedPrice.value) : undefined,
    typed: typed.ok ? parseAmount(typed.value) : undefined,
    last: quote && price(quote.price),
    touch: quote && price(side === 'buy' ? quote.ask : quote.bid),
  };
}
