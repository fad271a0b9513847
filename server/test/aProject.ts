/** A project that two operators opened, its end, and people who may take part in it. */
import { randomUUID } from 'node:crypto';
import type { OperationName, OperationRequest, OperationResponse, ProjectShown } from '@tessera/shared/operations';
import { quickPasswords } from './quickPasswords';
import { createLog } from '../src/platform/log';
import { endProjects } from '../src/products/project/endProjects';
import { operateAs } from './aMerchant';
import { anOperator, type TestOperator } from './anOperator';
import type { Answer, Money, Person, TradingExchange } from './tradingExchange';

export const dayMs = 86_400_000;
type Terms = OperationRequest<'projectsPropose'>;

export interface TestProject {
  readonly id: string;
  readonly termsSeq: number;
}

/** Their sessions end within a day: of the instant that it is. */
export const anOfficer = ({ database, clock }: TradingExchange, name?: string): Promise<TestOperator> =>
  anOperator(database, ['treasury'], { nowMs: clock.now(), ...(name === undefined ? {} : { name }) });

export async function operated<Data = ProjectShown>(
  exchange: TradingExchange,
  name: OperationName,
  request: Record<string, unknown>,
  operator?: TestOperator,
): Promise<Data> {
  const answer = await operateAs(exchange, operator ?? (await anOfficer(exchange)), name, request);
  if (answer.type !== 'ok') throw new Error(`${name} is answered, got ${JSON.stringify(answer)}`);
  return answer.message as Data;
}

export const usualTerms = (nowMs: number): Terms => ({
  asset: 'USDT',
  min: '10',
  max: '1000',
  maxParticipants: 3,
  capacity: null,
  closesAtMs: nowMs + dayMs,
  endsAtMs: nowMs + 3 * dayMs,
  texts: [
    { language: 'en', name: 'Quiet grid', about: 'Buys low and sells high.' },
    { language: 'de', name: 'Ruhiges Netz', about: 'Kauft tief und verkauft hoch.' },
  ],
  reason: 'a new one',
});

/** What one proposed another looks at and approves. */
export async function approve(exchange: TradingExchange, { proposal }: ProjectShown): Promise<ProjectShown> {
  const operator = await anOfficer(exchange);
  const proposalId = proposal?.id;
  const { seen } = await previewed(exchange, proposalId, operator);
  const { project } = await operated<Approval>(exchange, 'projectsApprove', { proposalId, seen }, operator);
  return project;
}

type Approval = OperationResponse<'projectsApprove'>;

/** What an operator sees before he approves. */
export const previewed = (exchange: TradingExchange, proposalId: string | undefined, operator: TestOperator): Promise<Approval> =>
  operated<Approval>(exchange, 'projectsApprove', { proposalId, preview: true }, operator);

export async function aProject(exchange: TradingExchange, more: Partial<Terms> = {}): Promise<TestProject> {
  const proposed = await operated(exchange, 'projectsPropose', { ...usualTerms(exchange.clock.now()), ...more });
  const { id } = await approve(exchange, proposed);
  const { rows } = await exchange.database.owner.query<{ seq: string }>('select terms_seq as seq from project where id = $1', [
    id,
  ]);
  return { id, termsSeq: Number(rows[0]?.seq) };
}

/** After its end has come by the clock; where the log has not come there yet, it does. */
export async function publishResult(
  exchange: TradingExchange,
  { id }: Pick<TestProject, 'id'>,
  share: string,
): Promise<ProjectShown> {
  const { rows } = await exchange.database.owner.query<{ price: string | null }>(
    `select (select trim_scale(price)::text from tick_head where symbol_id = 'BTC-USDT') as price from project
     where id = $1 and ends_at_ms > coalesce((select max(at_ms) from tick_head), 0)`,
    [id],
  );
  if (rows[0] !== undefined) await exchange.tick('BTC-USDT', rows[0].price ?? '100000');
  const texts = [{ language: 'en', statement: `It ended at ${share}.` }];
  return approve(exchange, await operated(exchange, 'projectsResult', { id, share, texts, reason: 'it has ended' }));
}

/** One round of the job that books what was published; `batch`: at once. */
export async function bookEnds({ database: { db }, clock }: TradingExchange, batch?: number): Promise<void> {
  const job = endProjects({ db, clock, log: createLog({ logLevel: 'silent' }), wakeOutbox: () => undefined }, batch);
  await job.run(new AbortController().signal);
}

const password = 'a word for money';
let passwordHash: string | undefined;

/** On the real account, with a payment password. */
export async function aSaver(exchange: TradingExchange, money: Money = {}): Promise<Person> {
  passwordHash ??= await quickPasswords.hash(password);
  const person = await exchange.aPerson({ mode: 'real', ...money });
  await exchange.database.owner.query('update app_user set payment_password_hash = $2 where id = $1', [
    person.userId,
    passwordHash,
  ]);
  return person;
}

export const joining = ({ id, termsSeq }: TestProject, amount: string) => ({
  projectId: id,
  amount,
  termsSeq,
  clientOrderId: randomUUID(),
  stepUpPassword: password,
});
export const join = (person: Person, project: TestProject, amount: string): Promise<Answer> =>
  person.ask('projectOrder', joining(project, amount));
