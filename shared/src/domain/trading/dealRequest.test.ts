/** What was asked of an order that stands is signed: the deals and the fills that follow are held against it. */
import type { LeverageProof, Receipt, ReceiptTerms, SpotProof } from '../contract';
import { sha256, termsBytes, toHex } from '../fairness';
import { aLeverageProof, anOpeningProof, aSpotProof, proofStartMs } from '../../testkit';
import { verifyDeal } from './verifyDeal';
import { verifyFill } from './verifyFill';

const believed = { knowsSignature: () => Promise.resolve(true) };
const at = (ms: number): number => proofStartMs + ms;

function receiptOf(
  order: { readonly id: string; readonly symbol: string },
  request: Receipt['body']['request'],
  terms: ReceiptTerms,
  body: Partial<Receipt['body']> = {},
): Receipt {
  const termsHash = toHex(sha256(termsBytes(terms)));
  const [holder, keyId] = ['ab'.repeat(32), 'ab'.repeat(8)];
  const product = order.id === aSpotProof().order.id ? 'spot' : 'leverage';
  return {
    body: {
      ...{ format: 1, product, request, key: 'a-close', order: order.id, symbol: order.symbol, holder, termsHash, keyId },
      ...{ acceptedAtMs: at(3500), headSeq: 44, headHash: aLeverageProof().ticks.find(({ seq }) => seq === 44)?.hash ?? '' },
      ...body,
    },
    terms,
    signature: '0'.repeat(128),
  };
}

const asStop = aLeverageProof();
const { order } = asStop;
/** Asked for at 3.5 s, before the tick of 4 s. */
const asClose: LeverageProof = {
  ...asStop,
  deal: { ...asStop.deal, reason: 'user' },
  trigger: { kind: 'close', price: null, sinceMs: at(3500) },
};
const close = (terms: ReceiptTerms = { askedLots: null, lots: '0.5' }, body?: Partial<Receipt['body']>) =>
  receiptOf(order, 'close', terms, body);
/** The stop of this deal stands since the beginning. */
const stop = (terms: ReceiptTerms = {}, body?: Partial<Receipt['body']>) =>
  receiptOf(
    order,
    'stop',
    { stopLoss: '59000.00', stopLossSinceMs: at(0), takeProfit: null, takeProfitSinceMs: null, ...terms },
    body,
  );
const withRequests = (proof: LeverageProof, ...requests: Receipt[]): LeverageProof => ({
  ...proof,
  order: { ...proof.order, requests },
});
const promised = (proof: LeverageProof, terms: ReceiptTerms = {}): LeverageProof => ({
  ...proof,
  order: { ...proof.order, receipt: receiptOf(order, 'order', { signsRequests: true, ...terms }) },
});
const opened = (proof: LeverageProof, openedAtMs: number): LeverageProof => ({
  ...proof,
  order: { ...proof.order, openedAtMs },
  earlier: proof.earlier.map((one) => ({ ...one, tickAtMs: openedAtMs })),
});

/** After the stop that was met, and named before it. */
const movedStop = stop({ stopLoss: '58000', stopLossSinceMs: at(3600) }, { key: 'moved', acceptedAtMs: at(3600) });
/** Its tick was the one of 3 s. */
const earlierClose = close(undefined, { key: 'earlier', acceptedAtMs: at(2500), headSeq: 43 });

it.each<[string, LeverageProof, 'ok' | 'failed' | 'absent']>([
  ['a close as it was signed', withRequests(asClose, close()), 'ok'],
  [
    'a close of before that had no tick',
    withRequests(asClose, close({ lots: '0.1' }, { acceptedAtMs: at(1500) }), close()),
    'ok',
  ],
  ['a close that was moved', withRequests({ ...asClose, trigger: { ...asClose.trigger, sinceMs: at(3250) } }, close()), 'failed'],
  ['a close of fewer lots', withRequests(asClose, close({ askedLots: null, lots: '0.25' })), 'failed'],
  [
    'a close of all that was done for a part',
    withRequests({ ...asClose, deal: { ...asClose.deal, lots: '0.1' } }, close({ askedLots: null, lots: '0.1' })),
    'failed',
  ],
  [
    'a close of a part',
    withRequests({ ...asClose, deal: { ...asClose.deal, lots: '0.1' } }, close({ askedLots: '0.1', lots: '0.1' })),
    'ok',
  ],
  ['an older stop behind the newer one', withRequests(opened(asStop, at(-1000)), movedStop, stop()), 'failed'],
  ['a close that is passed over for a later one', withRequests(asClose, close(), earlierClose), 'failed'],
  ['a close of another order', withRequests(asClose, close(undefined, { order: '99' })), 'failed'],
  ['a close that another head is named for', withRequests(asClose, close(undefined, { headHash: 'cd'.repeat(32) })), 'failed'],
  ['a close after its own tick', withRequests(asClose, close(undefined, { headSeq: 45 })), 'failed'],
  ['a close that nobody signed, from before', asClose, 'absent'],
  ['a close that nobody signed', promised(asClose), 'failed'],
  ['a stop as it was signed', withRequests(opened(asStop, at(-1000)), stop()), 'ok'],
  ['a stop from before the opening', withRequests(opened(asStop, at(0)), stop({ stopLossSinceMs: at(-4000) })), 'ok'],
  ['a stop at another price', withRequests(opened(asStop, at(-1000)), stop({ stopLoss: '58000' })), 'failed'],
  ['a stop since another instant', withRequests(opened(asStop, at(-1000)), stop({ stopLossSinceMs: at(2500) })), 'failed'],
  ['a stop that was removed', withRequests(opened(asStop, at(-1000)), stop({ stopLoss: null, stopLossSinceMs: null })), 'failed'],
  ["the order's own stop", promised(opened(asStop, at(0)), { stopLoss: '59000' }), 'ok'],
  ['a stop that was never asked for', promised(opened(asStop, at(0)), { stopLoss: null }), 'failed'],
  ['a stop of an order from before', asStop, 'absent'],
  ['a stop after a cancel', withRequests(asStop, receiptOf(order, 'cancel', {})), 'failed'],
  [
    'an opening after a cancel',
    withRequests(anOpeningProof(), receiptOf(order, 'cancel', {}, { acceptedAtMs: anOpeningProof().deal.tickAtMs - 1 })),
    'failed',
  ],
  ['a stop in the place of a close', withRequests(asStop, close(undefined, { acceptedAtMs: at(2500), headSeq: 43 })), 'failed'],
  ['a stop at the tick of a close', withRequests(asStop, close()), 'absent'],
])('%s', async (_, proof, state) => {
  const checks = await verifyDeal(proof, sha256, believed);
  expect(checks.find(({ name }) => name === 'request')?.state).toBe(state);
});

const spot = aSpotProof();
const cancelled = (atMs: number): SpotProof => ({
  ...spot,
  order: { ...spot.order, requests: [receiptOf(spot.order, 'cancel', {}, { acceptedAtMs: at(atMs), headSeq: 1 })] },
});
it.each<[string, SpotProof, 'ok' | 'failed' | 'absent']>([
  ['a fill before the cancel', cancelled(4000), 'ok'],
  ['a fill after the cancel', cancelled(3999), 'failed'],
  ['no cancel', spot, 'absent'],
  [
    'a cancel that nobody signed',
    {
      ...spot,
      order: { ...spot.order, endReason: 'user', receipt: receiptOf(spot.order, 'order', { signsRequests: true }) },
    },
    'failed',
  ],
])('of a spot order: %s', async (_, proof, state) => {
  const checks = await verifyFill(proof, sha256, believed);
  expect(checks.find(({ name }) => name === 'request')?.state).toBe(state);
});

it('without keys a request holds as far as anybody can tell', async () => {
  const checks = await verifyDeal(withRequests(asClose, close()), sha256);
  expect(checks.find(({ name }) => name === 'request')?.state).toBe('partial');
});
