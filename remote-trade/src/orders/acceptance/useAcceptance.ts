/**
 * An order says when it was sent and what was seen; its acceptance is believed once its receipt holds. What does not hold is kept on
 * the device and rejected with ORDER_RECEIPT_WRONG, whose cause is the evidence to save.
 */
import { useMemo } from 'react';
import { resendAfterMs, type Sent } from '@tessera/shared/actions';
import type { Receipt, ReceiptBody, ReceiptTerms } from '@tessera/shared/contract';
import { AppError, asAppError } from '@tessera/shared/errors';
import { useRemoteContext } from '@tessera/shared/react';
import { driftMs } from '@tessera/shared/time';
import type { AcceptanceFault, AcceptanceToCheck } from './acceptanceFault';
import { judging } from './judging';
import { useReceiptKeys } from './useReceiptKeys';

export interface AcceptedOrder {
  readonly id: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly acceptedAtMs: number;
  readonly receipt?: Receipt | undefined;
}

/** What the person knows of what was sent. */
export interface SentOrder {
  readonly product: ReceiptBody['product'];
  readonly sent: Sent;
  /** What went out with it; left out where it was only asked for. */
  readonly sending?: Sending | undefined;
  /** As they were sent and shown, and as the order tells them. */
  readonly terms: ReceiptTerms;
}

/** What was asked of an order that stands, and what goes with the answer. */
export interface SentRequest {
  readonly product: ReceiptBody['product'];
  readonly request: Exclude<ReceiptBody['request'], 'order'>;
  readonly sent: Sent;
  /** What was seen when it went out; left out where the order was only asked for. */
  readonly sending?: Sending | undefined;
  readonly terms: ReceiptTerms;
  /** There must be a receipt, whatever is known of the order's own. */
  readonly isOwed?: true;
}

export interface AskedOrder {
  readonly id: string;
  readonly symbol: string;
  readonly receipt?: Receipt | undefined;
  readonly requests?: readonly Receipt[] | undefined;
}

export interface ReceiptDoubt extends Omit<AcceptanceToCheck, 'known'> {
  readonly fault: AcceptanceFault;
  readonly order: AcceptedOrder | AskedOrder;
  readonly sentOrder: SentOrder | SentRequest;
}

export interface Sending {
  readonly sentAtMs?: number;
  readonly seenSeq?: number;
}

export interface Acceptance {
  /** What goes out with an order of a symbol. */
  sending(symbol: string): Sending;
  /** Answers the order, or rejects with AppError. */
  believe<Order extends AcceptedOrder>(order: Order, sent: SentOrder): Promise<Order>;
  /** The same for an order that was asked for by its id: a doubt is the answer, as a money action wants it. */
  believeFound<Order extends AcceptedOrder>(order: Order, sent: SentOrder): Promise<Order | AppError>;
  /**
   * Answers the order that something was asked of, or rejects with AppError. An order from before requests were signed, and one that
   * was only asked for, may come without a receipt.
   */
  believeRequest<Order extends AskedOrder>(order: Order, sent: SentRequest): Promise<Order>;
  /** After an order that was refused as too late, or as sent in the future: the time is asked for again. */
  setClock(error: unknown): void;
}

/** An estimate of the server's clock that may be further off than this is not sent. */
const goodErrorMs = 1000;
const aboutTime: ReadonlySet<string> = new Set(['ORDER_TOO_LATE', 'ORDER_CLOCK_AHEAD']);

/** What an order that is accepted today promises: one without it could be closed or moved later without anybody's signature. */
const promisesOf = (product: SentOrder['product']): ReceiptTerms => (product === 'seconds' ? {} : { signsRequests: true });

export function useAcceptance(): Acceptance {
  const { api, clock, quotes, evidence, reports, session } = useRemoteContext();
  const keysFor = useReceiptKeys();
  return useMemo((): Acceptance => {
    /** Answers by how much our idea of the server's time has moved. */
    async function sampleClock(): Promise<number> {
      const sentAt = performance.now();
      const answer = await api.call('serverTime', {}, { toastErrors: false }).catch(() => undefined);
      if (answer === undefined) return 0;
      const before = clock.now();
      clock.add({ sentAt, receivedAt: performance.now(), serverMs: answer.serverMs });
      return clock.now() - before;
    }
    const acceptance: Acceptance = {
      sending(symbol) {
        // Read while the order is on its way.
        keysFor().catch(() => undefined);
        const seen = quotes.peek(symbol);
        const isClockGood = (clock.errorMs() ?? Infinity) <= goodErrorMs;
        return { ...(isClockGood ? { sentAtMs: clock.now() } : {}), ...(seen === undefined ? {} : { seenSeq: seen.seq }) };
      },
      believe: (order, { terms, ...sentOrder }) =>
        believed(
          order,
          { ...sentOrder, request: 'order', terms: { ...terms, ...promisesOf(sentOrder.product) } },
          order.receipt,
          order.acceptedAtMs,
        ),
      async believeRequest(order, sentRequest) {
        const receipt = order.requests?.find(
          ({ body }) => body.request === sentRequest.request && body.key === sentRequest.sent.id,
        );
        if (receipt === undefined && !(await isOwed(order, sentRequest))) return order;
        return believed(order, sentRequest, receipt, receipt?.body.acceptedAtMs ?? clock.now());
      },
      believeFound: (order, sentOrder) =>
        acceptance.believe(order, sentOrder).catch((error: unknown) => asAppError(error, 'ORDER_RECEIPT_WRONG')),
      setClock(error) {
        if (error instanceof AppError && aboutTime.has(error.code)) void sampleClock();
      },
    };
    /** The order's own receipt says so: the one that comes with the answer, or the one that was kept when it was accepted. */
    async function isOwed(order: AskedOrder, { product, sending, isOwed: isCertain }: SentRequest): Promise<boolean> {
      if (isCertain === true) return true;
      if (sending === undefined) return false;
      const kept = await evidence.receiptsOf(product, order.id).catch(() => []);
      const own = [order.receipt, ...(kept as readonly Partial<Receipt>[]).filter(({ body }) => body?.request === 'order')];
      return own.some((one) => one?.terms?.['signsRequests'] === true);
    }
    async function believed<Order extends AcceptedOrder | AskedOrder>(
      order: Order,
      sentOrder: (SentOrder & { readonly request: 'order' }) | SentRequest,
      receipt: Receipt | undefined,
      acceptedAtMs: number,
    ): Promise<Order> {
      const { product, request, sent, sending, terms } = sentOrder;
      const { id, symbol } = order;
      const answeredAtMs = clock.now();
      const clockErrorMs = clock.errorMs();
      if (receipt !== undefined) void evidence.keepReceipt(receipt);
      const known = {
        product,
        request,
        key: sent.id,
        order: id,
        symbol,
        acceptedAtMs,
        userId: session.state.value.userId,
        terms,
      };
      const errorMs = clockErrorMs === undefined ? undefined : clockErrorMs + driftMs;
      // A repeat may be answered with what an earlier sending was accepted by, which had seen less.
      const isFirst = sent.firstSentAtMs === undefined && (sending?.sentAtMs ?? Infinity) < sent.sentAtMs + resendAfterMs / 2;
      const toCheck = {
        receipt,
        known,
        sentAtMs: sent.firstSentAtMs ?? sent.sentAtMs,
        answeredAtMs,
        errorMs,
        seenSeq: isFirst ? sending?.seenSeq : undefined,
      };
      // Code that did not come judges nothing: the proof page does, later.
      const fault = await judge().catch((error: unknown) => reports.report(error, { where: 'receipt' }));
      if (fault === undefined) return order;
      const { known: _, ...seen } = toCheck;
      const doubt: ReceiptDoubt = { ...seen, fault, order, sentOrder };
      throw new AppError('ORDER_RECEIPT_WRONG', { cause: doubt });

      async function judge(): Promise<AcceptanceFault | undefined> {
        const { acceptanceFault, digest } = await judging();
        const means = { ...(await keysFor(receipt?.body.keyId)), digest };
        const found = await acceptanceFault(toCheck, means);
        if (found !== 'instant') return found;
        // Our own clock may be the one that is wrong: both instants are read by a new sample of the server's.
        const movedMs = await sampleClock();
        const moved = { sentAtMs: toCheck.sentAtMs + movedMs, answeredAtMs: answeredAtMs + movedMs };
        return acceptanceFault({ ...toCheck, ...moved }, means);
      }
    }
    return acceptance;
  }, [api, clock, quotes, evidence, reports, session, keysFor]);
}
