/** What our gateway's protocol writes of a payment, as the exchange reads it. */
import * as z from 'zod';
import { paymentStates, type PaymentReport } from './Gateway';

const report = z.object({
  id: z.string().min(1).max(100),
  reference: z.string().min(1).max(100),
  state: z.enum(paymentStates),
  amount: z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/),
  currency: z.string().regex(/^[A-Z0-9]{2,10}$/),
  atMs: z.int().positive(),
});

/** undefined for anything else. */
export function readReport(text: string): PaymentReport | undefined {
  try {
    return report.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
