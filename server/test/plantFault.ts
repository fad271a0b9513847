/** Mistakes planted in a function of the database, the one that books unless another is named, or on the way to it. `idem`: a pattern of postings. */
import pg from 'pg';
import type { TestDatabase } from './testDatabase';

/** Every leg of those postings, changed; `a` is its account. */
export const legs = (idem: string, amount: string): string =>
  `p_leg_amount := array(select case when p_idem[l.posting] ~ '${idem}' then ${amount} else l.amount end
     from unnest(p_leg_posting, p_leg_account, p_leg_amount) with ordinality l(posting, account, amount, place)
     join account a on a.id = l.account order by place);`;
/** Their legs on an account of that kind, on one of another. */
export const instead = (idem: string, kind: string, other: string): string =>
  `p_leg_account := array(select case when p_idem[l.posting] ~ '${idem}' and a.kind ~ '${kind}'
       then (open_accounts(array[a.owner_id], array[a.mode], array[a.asset], array[${other}]))[1] else l.account end
     from unnest(p_leg_posting, p_leg_account) with ordinality l(posting, account, place) join account a on a.id = l.account order by place);`;
export const again = (idem: string): string =>
  `if p_idem[1] ~ '${idem}' and p_idem[1] !~ ':again$' then
     perform post_batch(p_mode, p_kind, p_ref, array(select key || ':again' from unnest(p_idem) key), p_at_ms, p_leg_posting, p_leg_account, p_leg_amount);
   end if;`;

export const atBegin =
  (fault: string) =>
  (source: string): string =>
    source.replace(/\nbegin\n/, (begin) => `${begin}  ${fault}\n`);

/** The function is as it was afterwards. Throws when nothing was changed. */
export async function withFault(
  { owner }: Pick<TestDatabase, 'owner'>,
  change: (source: string) => string,
  act: () => Promise<void>,
  name = 'post_batch',
): Promise<void> {
  const { rows } = await owner.query<{ source: string }>('select pg_get_functiondef($1::regproc) as source', [name]);
  const source = rows[0]?.source ?? '';
  const changed = change(source);
  if (changed === source) throw new Error('the fault has no place');
  await owner.query(changed);
  try {
    await act();
  } finally {
    await owner.query(source);
  }
}

/** What this process says to any database meanwhile, said otherwise. Throws when it was never said. */
export async function withSaid(found: string, instead: string, act: () => Promise<void>): Promise<void> {
  const client = pg.Client.prototype as { query: (...asked: unknown[]) => unknown };
  const { query } = client;
  let isSaid = false;
  client.query = function changed(this: unknown, text: unknown, ...rest: unknown[]) {
    if (typeof text !== 'string' || !text.includes(found)) return query.call(this, text, ...rest);
    isSaid = true;
    return query.call(this, text.replace(found, instead), ...rest);
  };
  try {
    await act();
  } finally {
    client.query = query;
  }
  if (!isSaid) throw new Error('the fault has no place');
}

/** What is written into that table meanwhile, changed on its way. */
export async function withWritten(
  { owner }: Pick<TestDatabase, 'owner'>,
  table: string,
  change: string,
  act: () => Promise<void>,
): Promise<void> {
  await owner.query(`create function write_otherwise() returns trigger language plpgsql as $$ begin ${change}; return new; end $$;
    create trigger write_otherwise before insert on ${table} for each row execute function write_otherwise()`);
  try {
    await act();
  } finally {
    await owner.query('drop function write_otherwise cascade');
  }
}
