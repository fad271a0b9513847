/** The leaves of a day, made from what was taken: the same ones whenever and wherever somebody makes them. */
import { addAmounts, type AssetAmounts, type LiabilityLeaf } from '@tessera/shared/fairness';
import { amount, isZero, multiply, rate, subtract, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import { nativeSha256 } from '../feed/nativeSha256';
import { assetScales } from '../ledger/Ledger';
import type { Db } from '../store/database';
import type { LiabilityAccountTable, LiabilityPersonTable } from './tables';

export interface PlacedLeaf extends LiabilityLeaf {
  readonly place: number;
}
type Account = Pick<LiabilityAccountTable, 'kind' | 'asset' | 'version' | 'balance'>;

/** From place `from` up to the one before `to`, ascending. */
export async function leavesBetween(db: Db, day: string, from: number, to: number): Promise<PlacedLeaf[]> {
  const { rows: persons } = await sql<LiabilityPersonTable>`
    select * from liability_person where day = ${day} and first_place >= ${from}::int and first_place < ${to}::int
    union select * from liability_person where day = ${day} and second_place >= ${from}::int and second_place < ${to}::int`.execute(
    db,
  );
  const leaves = await leavesOf(db, day, persons);
  return leaves.filter(({ place }) => place >= from && place < to).sort((one, other) => one.place - other.place);
}

/** Part 1 and 2 of a person, and the accounts that they are made from; undefined for somebody who had none. */
export async function leavesOfPerson(
  db: Db,
  day: string,
  userId: number,
): Promise<{ readonly accounts: readonly Account[]; readonly leaves: readonly PlacedLeaf[] }> {
  const { rows: persons } = await sql<LiabilityPersonTable>`
    select * from liability_person where day = ${day} and user_id = ${userId}::bigint`.execute(db);
  const accounts = await accountsOf(db, day, [userId]);
  return { accounts: accounts.map(({ userId: _, ...account }) => account), leaves: await leavesOf(db, day, persons) };
}

async function accountsOf(db: Db, day: string, userIds: readonly number[]): Promise<(Account & { readonly userId: number })[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Account & { readonly userId: number }>`
    select user_id, kind, asset, version, trim_scale(balance)::text as balance from liability_account
    where day = ${day} and user_id = any(${userIds}::bigint[]) order by user_id, kind, asset`.execute(db);
  return rows;
}

async function leavesOf(db: Db, day: string, persons: readonly LiabilityPersonTable[]): Promise<PlacedLeaf[]> {
  const accounts = await accountsOf(
    db,
    day,
    persons.map(({ userId }) => userId),
  );
  const owed = new Map<number, AssetAmounts>();
  for (const { userId, asset, balance } of accounts) owed.set(userId, addAmounts(owed.get(userId) ?? {}, { [asset]: balance }));
  const scales = await assetScales(db);
  return persons.flatMap((person) => {
    const [first, second] = divided(owed.get(person.userId) ?? {}, person.secret, scales);
    const leaf = (part: 1 | 2, place: number, amounts: AssetAmounts): PlacedLeaf => ({
      ...{ day, user: String(person.userId), part, place, amounts },
      salt: derived(person.secret, `salt ${part}`).toString('hex'),
    });
    return [leaf(1, person.firstPlace, first), leaf(2, person.secondPlace, second)];
  });
}

const derived = (secret: Buffer, what: string): Buffer => Buffer.from(nativeSha256(Buffer.concat([secret, Buffer.from(what)])));
const shareDigits = 12;

/** A share of each amount that only the secret tells, and the rest. */
function divided(
  owed: AssetAmounts,
  secret: Buffer,
  scales: ReadonlyMap<string, number>,
): readonly [first: AssetAmounts, second: AssetAmounts] {
  const [first, second]: Record<string, string>[] = [{}, {}];
  for (const [asset, text] of Object.entries(owed)) {
    const drawn = derived(secret, `share of ${asset}`).readUIntBE(0, 6) % 10 ** shareDigits;
    const share = rate(`0.${String(drawn).padStart(shareDigits, '0')}`);
    const part = multiply(amount(text), share, scales.get(asset) ?? 0, 'down');
    const rest = subtract(amount(text), part);
    if (first !== undefined && !isZero(part)) first[asset] = toText(part);
    if (second !== undefined && !isZero(rest)) second[asset] = toText(rest);
  }
  return [first ?? {}, second ?? {}];
}
