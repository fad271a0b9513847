/**
 * Who takes payments by bank card for us, on pages of his own: what the exchange needs of him, whoever he is. A real provider is another
 * implementation of this and of readReport (docs/gateway.md).
 */

/** `open`: nobody has paid yet; said in answers, never in a callback. */
export const paymentStates = ['open', 'paid', 'declined', 'expired', 'refunded', 'charged_back'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What he says of a payment: in a callback, or asked for it. */
export interface PaymentReport {
  /** His own. */
  readonly id: string;
  /** Ours. */
  readonly reference: string;
  readonly state: PaymentState;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** When it came to that state. */
  readonly atMs: number;
}

export interface WantedPayment {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly expiresAtMs: number;
  /** Where the person goes when he is done. */
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

export interface OpenedPayment {
  readonly id: string;
  /** His page, of the origin that the settings name. */
  readonly page: string;
}

export interface Gateway {
  /** As the settings and the book name it. */
  readonly name: string;
  /** One payment for a reference, however often. Throws GatewayRefusal where he will not, and any Error where nobody knows. Bounded. */
  open(wanted: WantedPayment): Promise<OpenedPayment>;
  /** undefined: he knows of no such payment. Throws where he gives no good answer. Bounded. */
  ask(reference: string): Promise<PaymentReport | undefined>;
}

/** He says that he will never take this payment. */
export class GatewayRefusal extends Error {}
