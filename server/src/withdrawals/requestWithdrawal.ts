/** wallet/out: the gate under the locks, the hold, the review, the row and the message, in one transaction. */
import type { EndpointRequest, Withdrawal } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, isPositive, max, toText, zero, type Amount } from '@tessera/shared/money';
import { assetScales, post } from '../ledger/Ledger';
import { takeLocks } from '../ledger/takeLocks';
import type { HandlerCall } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import { userById, type User } from '../identity/users';
import { findPayee } from '../payees/findPayee';
import { refuseAddress } from '../payees/refuseAddress';
import { answeredBefore, once } from '../store/idempotency';
import { rowId } from '../store/rowId';
import type { Db, Tx } from '../store/database';
import { requireTerms, valueOf } from './askedTerms';
import { tellWithdrawal } from './endWithdrawal';
import { requireGate } from './gate';
import { readGateFacts } from './gateFacts';
import { holdPosting } from './posting';
import type { WithdrawalDeps } from './Withdrawals';
import { presentWithdrawal, readWithdrawals } from './withdrawalRow';

type Asked = Pick<EndpointRequest<'withdraw'>, 'asset' | 'amount' | 'payeeId' | 'seenFee'>;

const idBits = 128;

export async function requestWithdrawal(deps: WithdrawalDeps, call: HandlerCall<'withdraw'>): Promise<Withdrawal> {
  const { db, identity, wakeOutbox } = deps;
  const { user: signedIn, request, ip, nowMs } = call;
  if (signedIn.mode === 'demo') throw new AppError('WALLET_DEMO_FORBIDDEN');
  const wanted = { asset: request.asset, amount: request.amount, payeeId: request.payeeId };
  const asked: Asked = { ...wanted, seenFee: request.seenFee };
  const userId = rowId(signedIn.userId);
  // What was seen only bounds the fee: it does not make another request.
  const onceCall = { userId, call: 'withdraw', key: call.idempotencyKey, request: wanted, nowMs };
  // A one-time code serves once: who asks again because no answer came is not asked for another.
  const earlier = await answeredBefore<Withdrawal>(db, onceCall);
  if (earlier !== undefined) return earlier;
  const user = await userById(db, userId);
  // What refuses without a proof is said before one is judged.
  await judge(db, deps, { user, asked, nowMs });
  const proofs = [{ factor: 'payment', password: request.stepUpPassword } as const];
  await identity.requireStepUp({ user, signedIn, purpose: 'withdrawal', proofs, code: request.stepUpCode, ip, nowMs });
  const { response } = await once(db, onceCall, async (tx) => {
    const held = await holdSession(tx, signedIn, nowMs);
    // What would change its positions waits until this is done.
    await takeLocks(tx, { contracts: [{ userId, mode: 'real' }] });
    return hold(tx, deps, { user: held, asked, nowMs });
  });
  wakeOutbox();
  return response;
}

interface Judged {
  readonly user: User;
  readonly asked: Asked;
  readonly nowMs: number;
}

/** Throws what the gate and the terms refuse with. */
async function judge(of: Db | Tx, { catalog, wallets, priceOf }: WithdrawalDeps, { user, asked, nowMs }: Judged) {
  const facts = await readGateFacts(of, catalog, { user, payeeId: asked.payeeId, nowMs });
  requireGate(facts);
  const payee = await findPayee(of, { userId: user.id, publicId: asked.payeeId });
  if (payee === undefined) throw new AppError('WITHDRAWAL_ADDRESS_MISSING');
  // It was none of ours when the person entered it, perhaps.
  const { address, network } = payee;
  if (address !== null && network !== null) await refuseAddress(of, { catalog, wallets }, { address, network });
  const sum = amount(asked.amount);
  if (!isPositive(sum)) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  const scale = (await assetScales(of)).get(asked.asset);
  const terms = requireTerms(catalog, payee, {
    asset: asked.asset,
    amount: sum,
    scale,
    seenFee: asked.seenFee === undefined ? undefined : amount(asked.seenFee),
  });
  const known = valueOf(asked.asset, sum, priceOf);
  const { dayLimit } = facts;
  // The same once more, now that it is known how much is asked for. What nobody quotes takes the whole day.
  if (dayLimit !== undefined) requireGate({ ...facts, dayLimit: { ...dayLimit, wanted: known ?? dayLimit.need } });
  const value = known ?? max(await largestRule(of), dayLimit?.need ?? zero);
  return { payee, sum, terms, known, value };
}

async function hold(tx: Tx, deps: WithdrawalDeps, judged: Judged): Promise<Withdrawal> {
  const { reviews, random, messages } = deps;
  const { user, asked, nowMs } = judged;
  const { payee, sum, terms, known, value } = await judge(tx, deps, judged);
  const publicId = random.token(idBits);
  const row = {
    publicId,
    userId: user.id,
    payeeId: payee.id,
    asset: asked.asset,
    network: payee.network,
    label: payee.label,
    address: payee.address ?? payee.masked,
    amount: toText(sum),
    fee: toText(terms.withdrawalFee),
  };
  const reviewId = await reviews.open(tx, {
    kind: 'withdrawal',
    ref: `withdrawal:${publicId}`,
    userId: user.id,
    terms: {
      asset: row.asset,
      network: row.network,
      networkName: terms.name ?? null,
      address: row.address,
      label: row.label,
      amount: row.amount,
      fee: row.fee,
      value: known === undefined ? null : toText(known),
    },
    amount: value,
    asset: 'USDT',
    nowMs,
  });
  await post(tx, holdPosting(row, nowMs));
  await tx
    .insertInto('withdrawal')
    .values({ ...row, value: toText(value), reviewId, reason: null, transaction: null, askedAtMs: nowMs, endedAtMs: null })
    .execute();
  const params = { amount: row.amount, asset: row.asset, address: payee.masked };
  await tellWithdrawal(tx, messages, { userId: user.id, kind: 'withdrawal_requested', params, nowMs });
  const [made] = await readWithdrawals(tx, { userId: user.id, publicId, limit: 1 });
  invariant(made !== undefined, 'what was written is there');
  return presentWithdrawal(made);
}

/** Where nobody quotes the asset it counts as much as what asks for the most operators. */
async function largestRule(of: Db | Tx): Promise<Amount> {
  const { from } = await of
    .selectFrom('reviewRule')
    .select((row) => row.fn.max('fromAmount').as('from'))
    .where('kind', '=', 'withdrawal')
    .executeTakeFirstOrThrow();
  return amount(from);
}
