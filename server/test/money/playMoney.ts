/**
 * Plays commands of real money through the exchange's own calls beside a model of them. After each one every account of the book has gained
 * what the model says, to the last unit, and every rule of the book holds. Throws at the first difference.
 */
import { expect } from '@jest/globals';
import { findViolations, ledgerRules } from '../../src/ledger/invariants';
import { c2cLedgerRules } from '../../src/c2c/invariants';
import { flashLedgerRules } from '../../src/products/flash/invariants';
import { topUpLedgerRules } from '../../src/topups/invariants';
import { aMerchant, expireDue } from '../aMerchant';
import { aPayee } from '../aPayee';
import type { MoneyCommand } from './moneyCommands';
import type { MoneyDesk } from './moneyDesk';
import { changesOf, readBook } from './moneyModel';
import { actOf } from './moneyActs';
import { createScene, type Owner, type Scene } from './moneyScene';

/** What a chain took back and its person has spent: told to operators, and nothing that is broken. */
const told = new Set(['I6-deposits-owed']);
const rules = [...ledgerRules, ...topUpLedgerRules, ...c2cLedgerRules, ...flashLedgerRules].filter(({ rule }) => !told.has(rule));

/** Of a play that was broken off: what it left waiting would end in the next. */
export async function endPlay({ exchange, chain }: MoneyDesk): Promise<void> {
  exchange.clock.advance(16 * 60_000);
  await expireDue(exchange);
  await chain.read();
}
const last: readonly MoneyCommand[] = [
  { deed: { do: 'wait' }, how: 'once' },
  { deed: { do: 'read' }, how: 'once' },
];

/** Answers how often each kind of command was carried out. */
export async function playMoney(desk: MoneyDesk, commands: readonly MoneyCommand[]): Promise<ReadonlyMap<string, number>> {
  const { database } = desk.exchange;
  const scene = await openScene(desk);
  const before = await readBook(database);
  const carriedOut = new Map<string, number>();
  let checked = await lastJournal(desk);

  async function examine(said: string): Promise<void> {
    expect({ said, changes: changesOf(await readBook(database), before) }).toEqual({
      said,
      changes: changesOf(scene.model.gains),
    });
    const newest = await lastJournal(desk);
    if (newest === checked) return;
    const broken = (await findViolations(database.db, rules, checked)).filter(({ subjects }) => subjects.length > 0);
    expect({ said, broken }).toEqual({ said, broken: [] });
    checked = newest;
  }

  for (const { deed, how } of [...commands, ...last]) {
    const act = await actOf(scene, deed);
    if (act === undefined) continue;
    const said = JSON.stringify({ ...deed, how });
    let answer: unknown;
    if (how === 'cut') {
      answer = await desk.cutOff(act.perform);
      // What writes nothing to the book was done all the same.
      if (answer === undefined || act.isDoneInParts === true) {
        await examine(`${said}, cut off`);
        answer = await act.perform();
      }
    } else answer = await act.perform();
    if (act.mustBe !== undefined) expect({ said, isDone: answer !== undefined }).toEqual({ said, isDone: act.mustBe });
    if (answer !== undefined) {
      await act.book(answer);
      carriedOut.set(deed.do, (carriedOut.get(deed.do) ?? 0) + 1);
    }
    await examine(said);
    if (how === 'again') {
      await act.perform();
      await examine(`${said}, once more`);
    }
  }
  return carriedOut;
}

async function lastJournal({ exchange }: MoneyDesk): Promise<number> {
  const { rows } = await exchange.database.owner.query<{ id: string }>('select coalesce(max(id), 0) as id from journal');
  return Number(rows[0]?.id);
}

const money = { coin: '1500', contract: '300', coins: { BTC: '0.02' } };

async function openScene(desk: MoneyDesk): Promise<Scene> {
  const { exchange, passwordHash } = desk;
  const { db, owner } = exchange.database;
  const operators = await desk.operators();
  const anOwner = async (): Promise<Owner> => {
    const person = await exchange.aPerson({ mode: 'real', ...money });
    await owner.query('update app_user set payment_password_hash = $2 where id = $1', [person.userId, passwordHash]);
    await owner.query(
      `insert into deposit_address (network, address, added_by, added_at_ms, confirmed_by, confirmed_at_ms, user_id, given_at_ms)
       values ('tron', $1, $2, 1, $3, 1, $4, 1)`,
      [`T-of-${person.userId}-for-top-ups`, operators[0].id, operators[1].id, person.userId],
    );
    const { payeeId } = await aPayee(db, { userId: person.userId, nowMs: exchange.clock.now() });
    return { ...person, payeeId };
  };
  const people = [await anOwner(), await anOwner()] as const;
  const merchant = await aMerchant(exchange, operators, { limit: '100000', offer: { max: '900', available: '100000' } });
  return createScene({ desk, people, merchant, operators }, money);
}
