import type { GatewayAlarmShown } from '@tessera/shared/operations';

export const cardPaymentsTexts = {
  title: 'Card payments',
  means:
    'What the card gateway said that was not booked, or did not say. Nothing here was credited: compare with the gateway, and refund there what was paid for nothing.',
  filter: 'Filter',
  show: 'Show',
  shows: { open: 'open', any: 'all, newest first' },
  nothing: { open: 'Nothing is open.', any: 'The gateway and the book agree.' },
  about: 'Payment',
  topUp: 'Top-up',
  person: 'Person',
  said: 'What it said',
  times: (times: number) => (times === 1 ? 'once' : `${times} times`),
  when: (how: string, first: string, last: string) =>
    first === last ? `${how}, ${last}` : `${how}: first ${first}, last ${last}`,
  nextPage: { newest: 'First page', older: 'Next page' },
  reasons: {
    unknown_payment: 'Of a payment that nobody asked for',
    wrong_id: 'Another payment under the same name',
    wrong_amount: 'Another amount than was asked for',
    wrong_currency: 'Another currency than was asked for',
    late: 'Paid after it had ended',
    out_of_order: 'Against what was said before',
    not_booked: 'Paid, and a limit of the person refused it: a review waits',
    reversal_short: 'Taken back, and the person no longer has it: tried again each hour',
    refused: 'The gateway will not take it',
    unanswered: 'No answer for a day after its end',
    wrong_signature: 'Not signed by the gateway',
    outside_window: 'Signed too long ago',
    too_large: 'Too long to be a report',
    unreadable: 'Not a report',
  } satisfies Record<GatewayAlarmShown['reason'], string>,
} as const;
