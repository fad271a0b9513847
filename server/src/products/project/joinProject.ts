/** A person joins a project: money, place among the participants and stored answer, in one transaction. */
import type { EndpointRequest, Language, ProjectOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, decimalsOf, isPositive, multiply, price, toText, type Amount } from '@tessera/shared/money';
import { utcText } from '../../content/utcText';
import { publishEvents } from '../../execution/publishEvents';
import { loggedUntil } from '../../feed/loggedUntil';
import { fundingAsset } from '../../funds/fundingAsset';
import type { HandlerCall } from '../../http/handler';
import { holdSession } from '../../identity/holdPerson';
import { strongestProof } from '../../identity/requireStepUp';
import { userById } from '../../identity/users';
import { post } from '../../ledger/Ledger';
import { takeLocks } from '../../ledger/takeLocks';
import { holdLimits } from '../../limits/holdLimits';
import type { Db, Tx } from '../../store/database';
import { answeredBefore, once } from '../../store/idempotency';
import { enterLock } from '../../store/lockOrder';
import { parseRowId, rowId } from '../../store/rowId';
import { joinPosting } from './posting';
import type { ProjectDeps } from './Projects';
import { findProject, holdProject, inLanguage, presentProjectOrder, projectOrderRows, type ProjectRow } from './projectRows';

type Asked = Pick<EndpointRequest<'projectOrder'>, 'projectId' | 'amount' | 'termsSeq' | 'clientOrderId'>;
interface Joining {
  readonly userId: number;
  readonly language: Language;
  readonly asked: Asked;
  readonly nowMs: number;
}

export async function joinProject(deps: ProjectDeps, call: HandlerCall<'projectOrder'>): Promise<ProjectOrder> {
  const { db, identity, wakeOutbox } = deps;
  const { user: signedIn, request, language, ip, nowMs } = call;
  if (signedIn.mode === 'demo') throw new AppError('WALLET_DEMO_FORBIDDEN');
  const { projectId, amount: sum, termsSeq, clientOrderId } = request;
  const asked = { projectId, amount: sum, termsSeq, clientOrderId };
  const joining: Joining = { userId: rowId(signedIn.userId), language, asked, nowMs };
  const onceCall = { userId: joining.userId, call: 'projectOrder', key: call.idempotencyKey, request: joining.asked, nowMs };
  // A one-time code is valid once: a request that is repeated because no answer came needs no new code.
  const earlier = await answeredBefore<number>(db, onceCall);
  if (earlier === undefined) {
    // Refuse for all other reasons first, before the step-up is checked.
    await judge(db, joining);
    const user = await userById(db, joining.userId);
    await identity.requireStepUp({ user, signedIn, purpose: 'project', ...strongestProof(user, request), ip, nowMs });
  }
  const { response: id } = await once(db, onceCall, async (tx) => {
    await holdSession(tx, signedIn, nowMs);
    return join(tx, joining);
  });
  wakeOutbox();
  const row = await projectOrderRows(db).where('projectOrder.id', '=', id).executeTakeFirstOrThrow();
  return presentProjectOrder(row, { language, nowMs });
}

/** Throws the errors of project/order. */
async function judge(
  of: Db | Tx,
  { userId, asked, nowMs }: Joining,
): Promise<{ readonly project: ProjectRow; readonly sum: Amount }> {
  const project = await findProject(of, parseRowId(asked.projectId) ?? 0);
  if (project === undefined) throw new AppError('TREASURE_PRODUCT_NOT_FOUND');
  // By the price log too: a clock that was set back must not reopen a closed project.
  const atMs = Math.max(nowMs, (await loggedUntil(of)) ?? 0);
  if (project.state !== 'open' || atMs >= project.endsAtMs) throw new AppError('TREASURE_PRODUCT_ENDED');
  if (atMs >= project.closesAtMs || project.termsSeq !== asked.termsSeq) throw new AppError('TREASURE_PRODUCT_STATUS_WRONG');
  const own = of.selectFrom('projectOrder').select('projectId').where('userId', '=', userId);
  if ((await own.where('projectId', '=', project.id).executeTakeFirst()) !== undefined) throw new AppError('TREASURE_JOINED');
  // The client's id belongs to another participation.
  if ((await own.where('clientOrderId', '=', asked.clientOrderId).executeTakeFirst()) !== undefined)
    throw new AppError('REQUEST_ILLEGAL');
  if (project.participants >= project.maxParticipants) throw new AppError('TREASURE_FULL');
  const { asset, scale, capacity } = project;
  const sum = amount(asked.amount);
  if (!isPositive(sum) || decimalsOf(sum) > scale) throw new AppError('TREASURE_AMOUNT_WRONG');
  const [least, most] = [amount(project.amountMin), amount(project.amountMax)];
  if (compare(sum, least) < 0) throw new AppError('TREASURE_AMOUNT_BELOW_MIN', { params: { min: toText(least), asset } });
  if (compare(sum, most) > 0) throw new AppError('TREASURE_AMOUNT_ABOVE_MAX', { params: { max: toText(most), asset } });
  if (capacity !== null && compare(add(amount(project.taken), sum), amount(capacity)) > 0) throw new AppError('TREASURE_FULL');
  return { project, sum };
}

const worthScale = 6;

/** In the asset that limits are in, at the newest price. Throws ORDER_PRICE_STALE where there is none. */
async function worthOf(tx: Tx, asset: string, sum: Amount): Promise<Amount> {
  if (asset === fundingAsset) return sum;
  const symbolId = `${asset}-${fundingAsset}`;
  const head = await tx.selectFrom('tickHead').select('price').where('symbolId', '=', symbolId).executeTakeFirst();
  if (head === undefined) throw new AppError('ORDER_PRICE_STALE');
  return multiply(sum, price(head.price), worthScale, 'up');
}

/** Returns the number of the participation. */
async function join(tx: Tx, joining: Joining): Promise<number> {
  const { userId, language, asked, nowMs } = joining;
  const owner = { userId, mode: 'real' } as const;
  const limits = await holdLimits(tx, [owner], nowMs);
  enterLock(tx, 'order');
  await holdProject(tx, parseRowId(asked.projectId) ?? 0);
  const { project, sum } = await judge(tx, joining);
  const worth = await worthOf(tx, project.asset, sum);
  // The whole amount can be lost, so the risk is the whole sum.
  const refusal = limits.refusal(owner, { stake: worth, risk: worth });
  if (refusal !== undefined) throw refusal;
  const { id } = await tx
    .insertInto('projectOrder')
    .values({
      ...{ projectId: project.id, userId, clientOrderId: asked.clientOrderId, amount: toText(sum), joinedAtMs: nowMs },
      worth: project.asset === fundingAsset ? null : toText(worth),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { asset } = project;
  await takeLocks(tx, {
    accounts: (['coin', 'project'] as const).map((kind) => ({ ownerId: userId, mode: 'real', kind, asset })),
  });
  const { journalId } = await post(tx, joinPosting({ id, userId, asset, amount: sum }, nowMs));
  await tx.updateTable('projectOrder').set({ journalId }).where('id', '=', id).execute();
  await limits.keep(tx, [{ owner, stake: worth }]);
  const params = {
    ...{ projectId: String(project.id), project: inLanguage(project.texts, language)?.name ?? '' },
    ...{ amount: toText(sum), asset, ends: utcText(project.endsAtMs) },
  };
  const told = [{ userId, kind: 'project_joined', params, nowMs } as const];
  await publishEvents(tx, { events: [], moved: [owner], told, atMs: nowMs });
  return id;
}
