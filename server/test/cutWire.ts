import type { TestDatabase } from './testDatabase';

/** The wire on which commits that write to the book are cut off: of whatever is done meanwhile nothing is kept. */
export async function openCutWire({ owner }: Pick<TestDatabase, 'owner'>): Promise<<T>(act: () => Promise<T>) => Promise<T>> {
  await owner.query(`
    create table cut_wire (is_cut boolean not null);
    insert into cut_wire values (false);
    create function cut_at_commit() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      if (select is_cut from cut_wire) then raise exception 'cut off'; end if;
      return null;
    end $$;
    create constraint trigger cut_at_commit after insert on journal deferrable initially deferred for each row execute function cut_at_commit()`);
  const cut = (isCut: boolean) => owner.query('update cut_wire set is_cut = $1', [isCut]);
  return async (act) => {
    await cut(true);
    try {
      return await act();
    } finally {
      await cut(false);
    }
  };
}
