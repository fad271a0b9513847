import type { Db, Tx } from '../store/database';

/** Carries what would be out of the transaction that is taken back. */
export class Preview<Shown> extends Error {
  constructor(readonly shown: Shown) {
    super('nothing is done');
  }
}

/** A transaction whose work may end in a preview: then all of it is taken back, and the answer is what it would have been. */
export async function previewed<Shown>(db: Db, work: (tx: Tx) => Promise<Shown>): Promise<Shown> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof Preview) return (error as Preview<Shown>).shown;
    throw error;
  }
}
