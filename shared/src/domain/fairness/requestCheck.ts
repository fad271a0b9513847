/** The check `request`: what a person asked of an order that stands, as it was signed, against what came of it. */
import type { Tick } from '../contract/market';
import type { Receipt, ReceiptBody, ReceiptTerms } from '../contract/receipt';
import { absent, none, type Digest, type ProofCheck } from './logChecks';
import { receiptFault, type KnowsSignature } from './receipt';

type Request = Exclude<ReceiptBody['request'], 'order'>;

interface OrderOfRequests {
  readonly id: string;
  readonly symbol: string;
  readonly receipt?: Receipt | undefined;
  readonly requests?: readonly Receipt[] | undefined;
}

/** The last of its kind that the proof shows, by what was signed: in which order it names them says nothing. */
export const newestRequest = ({ requests = [] }: OrderOfRequests, request: Request): Receipt | undefined =>
  requests
    .filter(({ body }) => body.request === request)
    .sort(({ body: a }, { body: b }) => a.headSeq - b.headSeq || a.acceptedAtMs - b.acceptedAtMs)
    .at(-1);

/** Every request about this order has a receipt: the order's own says so. */
export const owesRequests = ({ receipt }: OrderOfRequests): boolean => receipt?.terms['signsRequests'] === true;

/** Without a receipt: the stop of the order itself, or a close and a cancel from before they were signed. */
export const unsigned = (order: OrderOfRequests, stated: string): ProofCheck<'request'> =>
  owesRequests(order) ? { name: 'request', state: 'failed', stated, computed: none } : absent('request');

interface RequestToCheck {
  readonly product: ReceiptBody['product'];
  readonly order: OrderOfRequests;
  readonly receipt: Receipt;
  /** As the proof names them: the instant of the request, where it does, and what is known of its terms. */
  readonly sinceMs?: number;
  readonly terms: ReceiptTerms;
  /** What it decided: later than the request. */
  readonly decidingSeq?: number;
  readonly ticks: readonly Tick[];
  /** What else is wrong with it, in a word. */
  readonly fault?: string | undefined;
}

export async function requestCheck(
  { product, order, receipt, sinceMs, terms, decidingSeq, ticks, fault: other }: RequestToCheck,
  digest: Digest,
  knowsSignature: KnowsSignature = () => Promise.resolve(undefined),
): Promise<ProofCheck<'request'>> {
  const { body } = receipt;
  const { request, key, acceptedAtMs, headSeq } = body;
  const known = { product, request, key, order: order.id, symbol: order.symbol, acceptedAtMs: sinceMs ?? acceptedAtMs, terms };
  const fault = await receiptFault(receipt, known, digest, knowsSignature);
  const head = ticks.find(({ seq }) => seq === headSeq);
  const failed =
    fault !== undefined && fault !== 'key'
      ? fault
      : head !== undefined && head.hash !== body.headHash
        ? 'head'
        : decidingSeq !== undefined && decidingSeq <= headSeq
          ? 'early'
          : other;
  const signed = `${request} ${acceptedAtMs} #${headSeq} ${body.keyId}`;
  return {
    name: 'request',
    state: failed !== undefined ? 'failed' : fault === 'key' ? 'partial' : 'ok',
    stated: `${request} ${known.acceptedAtMs}`,
    computed: failed === undefined ? signed : `${failed}: ${signed}`,
  };
}
