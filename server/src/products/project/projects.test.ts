/**
 * Projects, from the proposal to the balance: what two operators have to agree on, what a participation is refused for, that everybody gets the same share of
 * what he put in, and that an end that was cut off goes on without doing anything twice.
 */
import { afterEach, describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { EndpointResponse, Project, ProjectOrder } from '@tessera/shared/contract';
import type { ProjectShown } from '@tessera/shared/operations';
import { recordHash, sha256 } from '@tessera/shared/fairness';
import { add, amount, compare, negate, rate, toText, zero } from '@tessera/shared/money';
import { projectReturn } from '@tessera/shared/trading';
import { operateAs } from '../../../test/aMerchant';
import {
  anOfficer,
  approve,
  aProject,
  aSaver,
  bookEnds,
  dayMs,
  join,
  joining,
  operated,
  previewed,
  publishResult,
  usualTerms,
  type TestProject,
} from '../../../test/aProject';
import { anOperator } from '../../../test/anOperator';
import { brokenMessages } from '../../../test/brokenMessages';
import { useTradingExchange, type Answer, type Person } from '../../../test/tradingExchange';
import { verifyFile } from '../../../../tools/verify/verifyFile';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { projectLedgerRules } from './invariants';

const exchange = useTradingExchange();

const seen = async (person: Person, { id }: Pick<TestProject, 'id'>, lang = 'en') =>
  (await person.get<{ items: Project[] }>('projects', { id, lang })).items[0] as Project;
const theirs = async (person: Person) => (await person.get<{ items: ProjectOrder[] }>('projectOrders', {})).items;
const availableOf = async (person: Person) =>
  (await person.get<{ coin: { available: string } }>('walletInfo', { asset: 'USDT' })).coin.available;
const broken = async () =>
  (await findViolations(exchange.database.db, [...ledgerRules, ...projectLedgerRules], 0))
    .filter(({ subjects }) => subjects.length > 0)
    .map(({ rule }) => rule);
const codesOf = (answers: readonly Answer[]) =>
  answers.map(({ type, message }) => (type === 'ok' ? 'ok' : String(message))).sort((a, b) => a.localeCompare(b));
const after = (ms: number) => void exchange.clock.advance(ms);
const ownerAsks = (statement: string, ...values: readonly unknown[]) => exchange.database.owner.query(statement, [...values]);
const codeOf = (statement: string, ...values: readonly unknown[]) =>
  ownerAsks(statement, ...values).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

afterEach(async () => {
  expect(await brokenMessages(exchange.database.db)).toEqual([]);
});

describe('operators', () => {
  it('open a project by two: nobody sees it before, and its terms stand in the public record', async () => {
    const [ann, bob] = [await anOfficer(exchange), await anOfficer(exchange)];
    const person = await aSaver(exchange);
    const proposed = await operated(exchange, 'projectsPropose', usualTerms(exchange.clock.now()), ann);
    expect(proposed).toMatchObject({ state: 'proposed', proposal: { act: 'open', operator: ann.name } });
    expect(await seen(person, proposed)).toBeUndefined();
    const proposalId = proposed.proposal?.id;
    expect(await operateAs(exchange, ann, 'projectsApprove', { proposalId })).toMatchObject({ message: 'REVIEW_OWN' });
    const preview = await previewed(exchange, proposalId, bob);
    expect([preview.isDone, await seen(person, proposed)]).toEqual([false, undefined]);
    // Nothing is approved unseen.
    for (const unseen of [{}, { seen: '0'.repeat(64) }])
      expect(await operateAs(exchange, bob, 'projectsApprove', { proposalId, ...unseen })).toMatchObject({
        message: 'REVIEW_CHANGED',
      });
    const approving = { proposalId, seen: preview.seen };
    await operated(exchange, 'projectsApprove', approving, bob);
    expect(await operateAs(exchange, bob, 'projectsApprove', approving)).toMatchObject({ message: 'STATUS_ABNORMAL' });
    const shown = await seen(person, proposed, 'de');
    expect(shown).toMatchObject({
      name: 'Ruhiges Netz',
      status: 'open',
      participants: 0,
      taken: '0',
      result: null,
      joined: null,
    });
    expect((await seen(person, proposed, 'fr')).name).toBe('Quiet grid');
    const { entries } = await person.get<EndpointResponse<'publicRecord'>>('publicRecord', { fromSeq: shown.termsSeq, limit: 1 });
    expect(JSON.parse(entries[0]?.body ?? '')).toMatchObject({ project: shown.id, act: 'open', max: '1000', name: 'Quiet grid' });
  });

  it('are held to two and to their role by the database, whatever the server asks for', async () => {
    const { id } = await aProject(exchange);
    expect(await codeOf(`update project set amount_max = 2000 where id = $1`, id)).toBe('R0003');
    expect(await codeOf(`update project set state = 'ended' where id = $1`, id)).toBe('R0002');
    const { proposal } = await operated(exchange, 'projectsCancel', { id, reason: 'too few' });
    expect(
      await codeOf(
        `update project_proposal set decided_by = proposed_by, decided_at_ms = 1, is_approved = true where id = $1`,
        proposal?.id,
      ),
    ).toBe('23514');
    expect(await codeOf(`update project_proposal set share = 1 where id = $1`, proposal?.id)).toBe('R0002');
    const risk = await anOperator(exchange.database, ['risk'], { nowMs: exchange.clock.now() });
    expect(await operateAs(exchange, risk, 'projectsApprove', { proposalId: proposal?.id })).toMatchObject({
      message: 'REQUEST_UNAUTHORIZED',
    });
    // A second one waits for the first.
    const bob = await anOfficer(exchange);
    expect(await operateAs(exchange, bob, 'projectsCancel', { id, reason: 'too few' })).toMatchObject({
      message: 'STATUS_ABNORMAL',
    });
    expect((await operated(exchange, 'projectsReject', { proposalId: proposal?.id, reason: 'wait a day' })).state).toBe('open');
  });

  it('publish no result before the end, and none outside of what can be lost', async () => {
    const project = await aProject(exchange);
    const bob = await anOfficer(exchange);
    const result = { id: project.id, share: '0.1', texts: [{ language: 'en', statement: 'Good.' }], reason: 'done' };
    expect(await operateAs(exchange, bob, 'projectsResult', result)).toMatchObject({ message: 'STATUS_ABNORMAL' });
    after(3 * dayMs);
    const late = await anOfficer(exchange);
    // By the clock alone: the log of prices has not come to the end.
    expect(await operateAs(exchange, late, 'projectsResult', result)).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await exchange.tick('BTC-USDT', '100000');
    for (const share of ['-1.00000001', '10.1', '0.000000001'])
      expect(await operateAs(exchange, late, 'projectsResult', { ...result, share })).toMatchObject({
        params: { field: 'share' },
      });
    expect(
      await operateAs(exchange, late, 'projectsResult', { ...result, texts: [{ language: 'de', statement: 'Gut.' }] }),
    ).toMatchObject({
      message: 'PARAMETER_WRONG',
    });
    expect(await operateAs(exchange, late, 'projectsCancel', { id: project.id, reason: 'too late' })).toMatchObject({
      message: 'STATUS_ABNORMAL',
    });
    // Nor does a clock that was set back open that way again.
    after(-2 * dayMs);
    const cancelling = { id: project.id, reason: 'too late' };
    expect(await operateAs(exchange, await anOfficer(exchange), 'projectsCancel', cancelling)).toMatchObject({
      message: 'STATUS_ABNORMAL',
    });
    after(2 * dayMs);
    expect((await operated(exchange, 'projectsResult', result, late)).proposal).toMatchObject({ act: 'result', share: '0.1' });
  });

  it('publish what was proposed, word for word: by an entry that says anything else nothing is approved', async () => {
    const { staff } = exchange.database;
    const bob = () => anOfficer(exchange);
    const [first, second] = [await aSaver(exchange), await aSaver(exchange)];
    /** Of an approval with an entry that says `told`; nothing of it stays. */
    async function approvedBy(proposalId: string | undefined, told: Readonly<Record<string, unknown>>): Promise<unknown> {
      const { sessionHash } = await bob();
      const atMs = exchange.clock.now();
      const approving = staff.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          seq: number;
        }>`select seq from append_public_record('project', ${atMs}::bigint, ${JSON.stringify(told)})`.execute(tx);
        await sql`select approve_project(${sessionHash}, ${proposalId}::bigint, ${rows[0]?.seq ?? 0}::bigint, ${atMs}::bigint)`.execute(
          tx,
        );
        throw new Error('approved');
      });
      return approving.catch((error: { code?: string; message: string }) => error.code ?? error.message);
    }
    async function onlyBy(proposalId: string | undefined, said: Readonly<Record<string, unknown>>, lies: readonly object[]) {
      expect(await approvedBy(proposalId, said)).toBe('approved');
      for (const lie of lies) expect([lie, await approvedBy(proposalId, { ...said, ...lie })]).toEqual([lie, 'R0002']);
    }
    const terms = usualTerms(exchange.clock.now());
    const { asset, min, max, maxParticipants, capacity, closesAtMs, endsAtMs } = terms;
    const proposed = await operated(exchange, 'projectsPropose', { ...terms, max: '1000.50' });
    const [{ name, about } = { name: '', about: '' }] = terms.texts;
    const opening = {
      project: proposed.id,
      act: 'open',
      asset,
      min,
      maxParticipants,
      capacity,
      closesAtMs,
      endsAtMs,
      name,
      about,
    };
    await onlyBy(proposed.proposal?.id, { ...opening, max: '1000.5' }, [
      { max },
      { endsAtMs: endsAtMs + 1 },
      { about: 'Cheap.' },
      { act: 'result' },
    ]);
    const project = await aProject(exchange);
    for (const [person, sum] of [
      [first, '100'],
      [second, '33.333333'],
    ] as const)
      await join(person, project, sum);
    const cancelled = await operated(exchange, 'projectsCancel', { id: project.id, reason: 'Too few.' });
    const head = { project: project.id, participants: 2, taken: '133.333333' };
    const cancelling = { ...head, act: 'cancel', returned: '133.333333', reason: 'Too few.' };
    await onlyBy(cancelled.proposal?.id, cancelling, [{ reason: 'Rain.' }, { returned: '133' }, { participants: 1 }]);
    await operated(exchange, 'projectsReject', { proposalId: cancelled.proposal?.id, reason: 'enough' });
    after(3 * dayMs);
    await exchange.tick('BTC-USDT', '100000');
    const texts = [
      { language: 'de', statement: 'Gut.' },
      { language: 'en', statement: 'Good.' },
    ];
    const ending = await operated(exchange, 'projectsResult', { id: project.id, share: '-0.10', texts, reason: 'done' });
    const result = { ...head, act: 'result', returned: '119.999999', share: '-0.1', statement: 'Good.' };
    const lies = [{ share: '0.1' }, { statement: 'Gut.' }, { returned: '120' }, { taken: '133' }, { project: '1' }, { more: 1 }];
    await onlyBy(ending.proposal?.id, result, lies);
  });

  it('end no project that they take part in themselves', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    const own = () =>
      anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), userId: person.userId, name: 'own' });
    const cancelled = await operated(exchange, 'projectsCancel', { id: project.id, reason: 'too few' }, await own());
    expect(await join(person, project, '100')).toMatchObject({ type: 'ok' });
    const cancelling = { proposalId: cancelled.proposal?.id };
    expect(
      await operateAs(exchange, await anOfficer(exchange), 'projectsApprove', { ...cancelling, preview: true }),
    ).toMatchObject({
      message: 'STATUS_ABNORMAL',
    });
    await operated(exchange, 'projectsReject', { ...cancelling, reason: 'he takes part' });
    after(3 * dayMs);
    await exchange.tick('BTC-USDT', '100000');
    const result = { id: project.id, share: '10', texts: [{ language: 'en', statement: 'Good.' }], reason: 'done' };
    expect(await operateAs(exchange, await own(), 'projectsResult', result)).toMatchObject({ message: 'REVIEW_OWN' });
    const { proposal } = await operated(exchange, 'projectsResult', result);
    const approving = { proposalId: proposal?.id, preview: true };
    expect(await operateAs(exchange, await own(), 'projectsApprove', approving)).toMatchObject({ message: 'REVIEW_OWN' });
    expect(await operateAs(exchange, await anOfficer(exchange), 'projectsApprove', approving)).toMatchObject({ type: 'ok' });
  });

  it('see what runs or waits for them, however many others were proposed and rejected since', async () => {
    const { id } = await aProject(exchange);
    await ownerAsks(
      `insert into project (asset, amount_min, amount_max, max_participants, closes_at_ms, ends_at_ms, texts, state)
       select asset, amount_min, amount_max, max_participants, closes_at_ms, ends_at_ms, texts, 'rejected' from project, generate_series(1, 100)
       where id = $1`,
      id,
    );
    const { items } = await operated<{ items: ProjectShown[] }>(exchange, 'projectsList', {});
    expect([items.length, items.find((one) => one.id === id)?.state]).toEqual([100, 'open']);
  });

  it('are told what of the terms cannot be', async () => {
    const ann = await anOfficer(exchange);
    const nowMs = exchange.clock.now();
    const wrongs: Record<string, Record<string, unknown>> = {
      asset: { asset: 'NOPE' },
      min: { min: '0.0000000000001' },
      max: { max: '9' },
      capacity: { capacity: '5' },
      closesAtMs: { closesAtMs: nowMs },
      endsAtMs: { endsAtMs: nowMs + dayMs },
      texts: { texts: [{ language: 'de', name: 'Netz', about: 'Text' }] },
    };
    for (const [field, wrong] of Object.entries(wrongs))
      expect([field, await operateAs(exchange, ann, 'projectsPropose', { ...usualTerms(nowMs), ...wrong })]).toMatchObject([
        field,
        { message: 'PARAMETER_WRONG', params: { field } },
      ]);
  });
});

describe('a participation', () => {
  it('moves the money, counts once, and is answered the same when it is sent again', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    const asked = joining(project, '250.5');
    const first = await person.ask('projectOrder', asked, asked.clientOrderId);
    expect(first).toMatchObject({
      type: 'ok',
      message: { amount: '250.5', status: 'open', projectName: 'Quiet grid', returned: null },
    });
    expect(await person.ask('projectOrder', { ...asked, stepUpPassword: undefined }, asked.clientOrderId)).toEqual(first);
    expect([await availableOf(person), (await seen(person, project)).taken]).toEqual(['749.5', '250.5']);
    expect(await seen(person, project)).toMatchObject({ participants: 1, joined: '250.5' });
    const wallet = await person.get<EndpointResponse<'walletList'>>('walletList', {});
    expect([wallet.total, wallet.parts?.at(-1)]).toEqual(['1000', { part: 'treasure', value: '250.5' }]);
    const period = { asset: 'USDT', fromMs: 0, untilMs: exchange.clock.now() + 1 };
    const { items, accounts } = await person.get<EndpointResponse<'statement'>>('statement', { account: 'project', ...period });
    expect(items).toMatchObject([{ kind: 'project', amount: '250.5', balanceAfter: '250.5' }]);
    expect(accounts.map(({ account }) => account)).toEqual(['coin', 'project']);
    expect(await person.get('statistics', {})).toMatchObject({ totalOrders: 0, volume: '0' });
    const messages = await person.get<EndpointResponse<'userMessages'>>('userMessages', {});
    expect(messages.items.map(({ title, projectId }) => [title, projectId])).toEqual([['You joined Quiet grid', project.id]]);
    expect(messages.items[0]?.body).toMatch(
      /^250\.5 USDT stays in the project until it ends\. The end is not before 20\d\d-\d\d-\d\d/,
    );
    expect(await join(person, project, '20')).toMatchObject({ message: 'TREASURE_JOINED' });
    expect(await theirs(person)).toHaveLength(1);
    // Somebody else sees the project, and no participation.
    const other = await aSaver(exchange);
    expect([(await seen(other, project)).joined, await theirs(other)]).toEqual([null, []]);
    const [{ id, clientOrderId }] = (await theirs(person)) as [ProjectOrder];
    for (const asking of [{ id }, { clientOrderId }]) {
      expect(await other.get('projectOrders', asking)).toEqual({ items: [], next: null });
      expect((await person.get<{ items: ProjectOrder[] }>('projectOrders', asking)).items).toHaveLength(1);
    }
    expect(await broken()).toEqual([]);
  });

  it('waits for the person to prove that it is he, and takes real money only', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    const asked = joining(project, '20');
    expect(await person.ask('projectOrder', { ...asked, stepUpPassword: undefined })).toMatchObject({
      message: 'AUTH_STEP_UP_REQUIRED',
    });
    expect(await person.ask('projectOrder', { ...asked, stepUpPassword: 'wrong' })).toMatchObject({
      message: 'AUTH_WRONG_PAYMENT_PASSWORD',
    });
    const demo = await exchange.aPerson();
    expect(await join(demo, project, '20')).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
    expect(await demo.get('projectOrders', {})).toEqual({ items: [], next: null });
    expect((await seen(demo, project)).name).toBe('Quiet grid');
    const unknown = await aSaver(exchange, { isCertified: false });
    expect(await join(unknown, project, '20')).toMatchObject({ message: 'IDENTITY_REQUIRED' });
    expect(await availableOf(person)).toBe('1000');
  });

  it('keeps its name: for another project it is refused, and nothing has moved', async () => {
    const [first, second] = [await aProject(exchange), await aProject(exchange)];
    const person = await aSaver(exchange);
    const asked = joining(first, '20');
    expect(await person.ask('projectOrder', asked)).toMatchObject({ type: 'ok' });
    const again = { ...asked, projectId: second.id, termsSeq: second.termsSeq };
    expect(await person.ask('projectOrder', again)).toMatchObject({ message: 'REQUEST_ILLEGAL' });
    expect([await availableOf(person), (await seen(person, second)).participants]).toEqual(['980', 0]);
  });

  it('is not taken after its close, whatever a clock says that was set back', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    after(dayMs + 1);
    await exchange.tick('BTC-USDT', '100000');
    after(-dayMs);
    expect(await join(person, project, '20')).toMatchObject({ message: 'TREASURE_PRODUCT_STATUS_WRONG' });
    after(3 * dayMs);
    await exchange.tick('BTC-USDT', '100000');
    after(-3 * dayMs);
    expect(await join(person, project, '20')).toMatchObject({ message: 'TREASURE_PRODUCT_ENDED' });
    after(3 * dayMs);
  });

  it('keeps to a break that the person has asked for', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    await person.get('takeBreak', { days: 1 });
    expect(await join(person, project, '20')).toMatchObject({ message: 'LIMIT_COOL_OFF' });
  });

  it('counts as lost on its day for the loss limit, beside other stakes, and its result on none', async () => {
    const [first, second] = [await aProject(exchange), await aProject(exchange)];
    const person = await aSaver(exchange);
    await person.get('setLimit', { kind: 'loss', most: '150' });
    expect((await join(person, first, '100')).type).toBe('ok');
    expect(await join(person, second, '60')).toMatchObject({ message: 'LIMIT_LOSS_REACHED', params: { left: '50', max: '150' } });
    after(3 * dayMs);
    await publishResult(exchange, first, '-1');
    await bookEnds(exchange);
    const third = await aProject(exchange);
    expect((await join(person, third, '150')).type).toBe('ok');
    expect(await broken()).toEqual([]);
  });

  it('in another coin counts with what that is worth, and is not taken while nobody knows', async () => {
    await exchange.tick('BTC-USDT', '100000');
    const inBtc = { asset: 'BTC', min: '0.0001', max: '1' };
    const [first, second] = [await aProject(exchange, inBtc), await aProject(exchange, inBtc)];
    const [staking, losing] = [
      await aSaver(exchange, { coins: { BTC: '1', SOL: '1' } }),
      await aSaver(exchange, { coins: { BTC: '1' } }),
    ];
    await staking.get('setLimit', { kind: 'stake', most: '150' });
    expect(await join(staking, first, '0.0016')).toMatchObject({ message: 'LIMIT_STAKE_REACHED', params: { left: '150' } });
    expect((await join(staking, first, '0.001')).type).toBe('ok');
    const { limits } = await staking.get<EndpointResponse<'limits'>>('limits', {});
    expect(limits.filter(({ most }) => most !== null)).toMatchObject([{ kind: 'stake', used: '100', left: '50' }]);
    await losing.get('setLimit', { kind: 'loss', most: '150' });
    expect((await join(losing, first, '0.001')).type).toBe('ok');
    expect(await join(losing, second, '0.0005001')).toMatchObject({ message: 'LIMIT_LOSS_REACHED', params: { left: '50' } });
    expect((await join(losing, second, '0.0005')).type).toBe('ok');
    const unknown = await aProject(exchange, { ...inBtc, asset: 'SOL' });
    expect(await join(staking, unknown, '0.5')).toMatchObject({ message: 'ORDER_PRICE_STALE' });
    expect(await broken()).toEqual([]);
  });

  it.each([
    ['participants', { maxParticipants: 3 }],
    ['capacity', { maxParticipants: 50, capacity: '300' }],
  ])('ten at once for three places by %s: three get one', async (_, bound) => {
    const project = await aProject(exchange, bound);
    const people = await Promise.all(Array.from({ length: 10 }, () => aSaver(exchange)));
    const answers = await Promise.all(people.map((person) => join(person, project, '100')));
    expect(codesOf(answers)).toEqual([
      ...Array.from({ length: 3 }, () => 'ok'),
      ...Array.from({ length: 7 }, () => 'TREASURE_FULL'),
    ]);
    expect(await seen(people[0] as Person, project)).toMatchObject({ participants: 3, taken: '300' });
    // The database itself counts, whoever writes.
    expect(
      await codeOf(
        `insert into project_order (project_id, user_id, client_order_id, amount, joined_at_ms) values ($1, 1, gen_random_uuid(), 100, $2)`,
        project.id,
        exchange.clock.now(),
      ),
    ).toBe('J0002');
    expect(await broken()).toEqual([]);
  });
});

describe('an end', () => {
  async function ended(share: string, sums: readonly string[], batch?: number) {
    const project = await aProject(exchange, { maxParticipants: 50 });
    const people = await Promise.all(sums.map(() => aSaver(exchange)));
    for (const [index, person] of people.entries()) expect((await join(person, project, sums[index] ?? '')).type).toBe('ok');
    after(3 * dayMs);
    await publishResult(exchange, project, share);
    await bookEnds(exchange, batch);
    return { project, people };
  }

  it('pays everybody the same share, rounded down, and says so to each', async () => {
    const { project, people } = await ended('0.033333', ['100', '33.333333', '10.000001']);
    const [first, second, third] = people as [Person, Person, Person];
    expect([await availableOf(first), await availableOf(second), await availableOf(third)]).toEqual([
      '1003.3333',
      '1001.111099',
      '1000.33333',
    ]);
    const shown = await seen(second, project);
    expect(shown).toMatchObject({
      status: 'ended',
      joined: '33.333333',
      returned: '34.444432',
      result: { share: '0.033333', statement: 'It ended at 0.033333.' },
    });
    expect(await theirs(second)).toMatchObject([{ status: 'ended', returned: '34.444432', profit: '1.111099' }]);
    const { items } = await second.get<{ items: { title: string; body: string }[] }>('userMessages', {});
    expect(items[0]).toMatchObject({ title: 'Quiet grid has ended', projectId: project.id });
    expect(items[0]?.body).toContain('34.444432');
    // The published statement says the share from which each recomputes what came back; its hash is in every later root.
    const { entries } = await second.get<EndpointResponse<'publicRecord'>>('publicRecord', {
      fromSeq: (shown.result?.recordSeq ?? 0) - 1,
      limit: 2,
    });
    const [before, entry] = entries;
    if (before === undefined || entry === undefined) throw new Error('the record has both entries');
    expect(recordHash(before.hash, entry, sha256)).toBe(entry.hash);
    const said = JSON.parse(entry.body) as { share: string; returned: string };
    expect(said).toMatchObject({ project: project.id, act: 'result', share: '0.033333', participants: 3, taken: '143.333334' });
    expect(toText(projectReturn(amount('33.333333'), rate(said.share), 6))).toBe('34.444432');
    expect(said.returned).toBe('148.111063');
    // By the command too, as the app saves it.
    const failed = (project: Project, shownEntries = entries): readonly string[] =>
      verifyFile({ project, entries: shownEntries }).flatMap(({ checks }) =>
        checks.filter(({ state }) => state === 'failed').map(({ name }) => name),
      );
    expect(failed(shown)).toEqual([]);
    expect(failed({ ...shown, returned: '34.444433' })).toEqual(['returned']);
    const result = shown.result as NonNullable<Project['result']>;
    expect(failed({ ...shown, returned: '34.666666', result: { ...result, share: '0.04' } })).toEqual(['result']);
    expect(failed(shown, [before, { ...entry, body: entry.body.replace('0.033333', '0.033334') }])).toEqual(['record', 'result']);
    // One person is told that nothing is published, or that it was cancelled.
    expect(failed({ ...shown, status: 'cancelled', result: null, returned: shown.joined })).toEqual(['result']);
    expect(await codeOf(`update project set share = 0.5 where id = $1`, project.id)).toBe('R0003');
    expect(await broken()).toEqual([]);
  });

  it('takes what was put in at most', async () => {
    const { people } = await ended('-1', ['100', '250']);
    for (const [index, left] of ['900', '750'].entries()) expect(await availableOf(people[index] as Person)).toBe(left);
    expect(await theirs(people[0] as Person)).toMatchObject([{ returned: '0', profit: '-100' }]);
    expect(await broken()).toEqual([]);
  });

  it('that was cut off goes on, by two at once, and books nobody twice', async () => {
    const project = await aProject(exchange, { maxParticipants: 50 });
    const people = await Promise.all(Array.from({ length: 7 }, () => aSaver(exchange)));
    for (const person of people) await join(person, project, '100');
    after(3 * dayMs);
    await publishResult(exchange, project, '-0.1');
    const [first] = people as [Person];
    expect(await theirs(first)).toMatchObject([{ status: 'settling', returned: null }]);
    // One person cannot be booked: he alone waits.
    await ownerAsks(`create function not_now() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`);
    await ownerAsks(
      `create trigger not_now before update on project_order for each row when (old.user_id = ${people[4]?.userId}) execute function not_now()`,
    );
    await bookEnds(exchange, 2);
    expect(await Promise.all(people.map(availableOf))).toEqual(['990', '990', '990', '990', '900', '990', '990']);
    expect(await seen(first, project)).toMatchObject({ status: 'ended' });
    await ownerAsks('drop function not_now cascade');
    await Promise.all([bookEnds(exchange, 2), bookEnds(exchange, 2), bookEnds(exchange, 3)]);
    await bookEnds(exchange, 2);
    expect(await Promise.all(people.map(availableOf))).toEqual(people.map(() => '990'));
    const { items } = await operated<{ items: ProjectShown[] }>(exchange, 'projectsList', {});
    expect(items.find(({ id }) => id === project.id)).toMatchObject({
      state: 'ended',
      share: '-0.1',
      returned: '630',
      taken: '700',
    });
    expect(await broken()).toEqual([]);
  });

  it('by a cancellation gives all of it back, and takes nobody any more', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    await join(person, project, '321.5');
    const proposed = await operated(exchange, 'projectsCancel', { id: project.id, reason: 'Too few took part.' });
    await approve(exchange, proposed);
    expect(await join(await aSaver(exchange), project, '20')).toMatchObject({ message: 'TREASURE_PRODUCT_ENDED' });
    await bookEnds(exchange);
    expect(await availableOf(person)).toBe('1000');
    expect(await seen(person, project)).toMatchObject({ status: 'cancelled', cancelReason: 'Too few took part.', result: null });
    expect(await theirs(person)).toMatchObject([{ status: 'cancelled', returned: '321.5', profit: '0' }]);
    const told = async (lang: string) => (await person.get<{ items: { body: string }[] }>('userMessages', { lang })).items[0];
    expect(await told('en')).toMatchObject({ title: 'Quiet grid was cancelled', projectId: project.id });
    // The operators' own words, said to be theirs in the person's language.
    for (const [lang, quoted] of [
      ['en', 'The operators gave this reason: “Too few took part.”'],
      ['de', 'Unsere Mitarbeiter nennen diesen Grund: „Too few took part.“'],
    ] as const)
      expect((await told(lang))?.body).toContain(quoted);
    expect(await broken()).toEqual([]);
  });

  it('is approved for those who were shown: who joins meanwhile is seen first', async () => {
    const project = await aProject(exchange);
    expect((await join(await aSaver(exchange), project, '100')).type).toBe('ok');
    const { proposal } = await operated(exchange, 'projectsCancel', { id: project.id, reason: 'Too few took part.' });
    const proposalId = proposal?.id;
    const bob = await anOfficer(exchange);
    const shown = await previewed(exchange, proposalId, bob);
    const late = await aSaver(exchange);
    // Whichever comes first: the other one is refused.
    const [joined, approved] = await Promise.all([
      join(late, project, '50'),
      operateAs(exchange, bob, 'projectsApprove', { proposalId, seen: shown.seen }),
    ]);
    if (approved.type === 'ok') {
      expect(joined).toMatchObject({ message: 'TREASURE_PRODUCT_ENDED' });
      expect(approved.message).toMatchObject({ participants: 1, returned: '100' });
    } else expect([joined.type, approved.message]).toEqual(['ok', 'REVIEW_CHANGED']);
    expect(await broken()).toEqual([]);
  });

  it('is not approved with what was shown before somebody joined', async () => {
    const project = await aProject(exchange);
    const { proposal } = await operated(exchange, 'projectsCancel', { id: project.id, reason: 'Too few took part.' });
    const proposalId = proposal?.id;
    const bob = await anOfficer(exchange);
    const before = await previewed(exchange, proposalId, bob);
    expect((await join(await aSaver(exchange), project, '50')).type).toBe('ok');
    const approving = (seen: string) => operateAs(exchange, bob, 'projectsApprove', { proposalId, seen });
    expect(await approving(before.seen)).toMatchObject({ message: 'REVIEW_CHANGED' });
    expect((await operated<{ items: ProjectShown[] }>(exchange, 'projectsList', {})).items).toContainEqual(
      expect.objectContaining({ id: project.id, state: 'open' }),
    );
    const now = await previewed(exchange, proposalId, bob);
    expect(await approving(now.seen)).toMatchObject({ message: { participants: 1, returned: '50', isDone: true } });
  });

  it('of one person cannot be another’s: the database refuses any sum but the share’s', async () => {
    const project = await aProject(exchange);
    const person = await aSaver(exchange);
    await join(person, project, '100');
    const pay = `update project_order set returned = $2, ended_at_ms = 1, end_journal_id = 1 where project_id = $1`;
    expect(await codeOf(pay, project.id, '100')).toBe('R0003');
    after(3 * dayMs);
    await publishResult(exchange, project, '0.1');
    for (const wrong of ['110.000001', '109.999999', '100'])
      expect([wrong, await codeOf(pay, project.id, wrong)]).toEqual([wrong, 'R0003']);
    await bookEnds(exchange);
    expect(await codeOf(`update project_order set returned = 120 where project_id = $1`, project.id)).toBe('R0003');
  });
});

test('the watch finds a participation without any money, and a project that miscounts', async () => {
  const project = await aProject(exchange);
  const person = await aSaver(exchange);
  await ownerAsks(
    'insert into project_order (project_id, user_id, client_order_id, amount, joined_at_ms) values ($1, $2, gen_random_uuid(), 100, $3)',
    ...[project.id, person.userId, exchange.clock.now()],
  );
  expect(await broken()).toEqual(['I6-project-held']);
  await ownerAsks('alter table project_order disable trigger user');
  await ownerAsks('delete from project_order where project_id = $1', project.id);
  await ownerAsks('alter table project_order enable trigger user');
  expect(await broken()).toEqual(['I6-project-held']);
  await ownerAsks('update project set participants = 0, taken = 0 where id = $1', project.id);
  expect(await broken()).toEqual([]);
});

test.each([
  ['a return that the book does not have', 'update project_order set returned = returned + 1', 'I6-project'],
  ['a participation that was not paid in', 'update project_order set amount = amount + 1', 'I6-project'],
  [
    'an end that is forgotten',
    'update project_order set ended_at_ms = null, returned = null, end_journal_id = null',
    'I6-project-held',
  ],
])('the watch finds %s', async (_, mutation, rule) => {
  const project = await aProject(exchange);
  await join(await aSaver(exchange), project, '100');
  after(3 * dayMs);
  await publishResult(exchange, project, '0.1');
  await bookEnds(exchange);
  expect(await broken()).toEqual([]);
  const { rows } = await ownerAsks('select * from project_order where project_id = $1', project.id);
  await ownerAsks('alter table project_order disable trigger user');
  await ownerAsks(`${mutation} where project_id = $1`, project.id);
  expect(await broken()).toContain(rule);
  const { amount: put, returned, ended_at_ms, end_journal_id } = rows[0] as Record<string, unknown>;
  await ownerAsks(
    'update project_order set amount = $2, returned = $3, ended_at_ms = $4, end_journal_id = $5 where project_id = $1',
    ...[project.id, put, returned, ended_at_ms, end_journal_id],
  );
  await ownerAsks('alter table project_order enable trigger user');
  expect(await broken()).toEqual([]);
});

test('what comes back: never more than the share of it, never a unit less than that, never below nothing', () => {
  const cents = fc
    .bigInt({ min: 1n, max: 10n ** 15n })
    .map((units) => amount(`${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`));
  const shares = fc
    .integer({ min: -100_000_000, max: 1_000_000_000 })
    .map((part) =>
      rate(`${part < 0 ? '-' : ''}${Math.trunc(Math.abs(part) / 1e8)}.${String(Math.abs(part) % 1e8).padStart(8, '0')}`),
    );
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), shares, (sums, share) => {
      const exact = (sum: (typeof sums)[number]) => amount(toText(sum.times(share.plus('1')) as never));
      const returned = sums.map((sum) => projectReturn(sum, share, 6));
      for (const [index, sum] of sums.entries()) {
        const back = returned[index] ?? zero;
        expect(compare(back, exact(sum))).toBeLessThanOrEqual(0);
        expect(compare(add(exact(sum), negate(back)), amount('0.000001'))).toBe(-1);
        expect(compare(back, zero)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
