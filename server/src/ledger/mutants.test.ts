/** The examination has to be able to fail: each planted mistake in the book's function must be found. */
import { beforeAll, expect, test } from '@jest/globals';
import { examineLedger, sequencesOfRun } from '../../test/examineLedger';
import { examineWaiting } from '../../test/examineWaiting';
import { keepRows } from '../../test/keepRows';
import { withFault } from '../../test/plantFault';
import { useTestDatabase } from '../../test/testDatabase';
import { findViolations, ledgerRules } from './invariants';

type Change = readonly [found: string, instead: string];
const mutants: Readonly<Record<string, readonly Change[]>> = {
  'clamps at zero instead of refusing': [
    ['a.balance + run.moved < k.min or', 'false or'],
    ['set balance = a.balance + m.moved', 'set balance = greatest(0, a.balance + m.moved)'],
  ],
  'does not ask for a zero sum': [['having sum(l.amount) <> 0', 'having false']],
  'sums over all assets together': [['group by l.posting, a.asset having', 'group by l.posting having']],
  'lets real meet demo': [['a.mode <> p_mode[l.posting]', 'false']],
  'accepts an account twice': [['or count(l.account) <> count(distinct l.account)', '']],
  'books a known key again': [
    [
      `select * from unnest(p_mode, p_kind, p_ref, p_idem, p_at_ms) with ordinality w(mode, kind, ref, idem, at_ms, posting)`,
      `select mode, kind, ref, idem || ':' || gen_random_uuid() as idem, at_ms, posting from unnest(p_mode, p_kind, p_ref, p_idem, p_at_ms) with ordinality w(mode, kind, ref, idem, at_ms, posting)`,
    ],
  ],
  'answers a known key without comparing its content': [
    ['where given.posting is null or booked.posting is null', 'where false'],
    ['is distinct from (w.mode, w.kind, w.ref)', 'is distinct from (j.mode, j.kind, j.ref)'],
  ],
  'accepts more decimals than the asset has': [['or l.amount <> round(l.amount, s.scale)', '']],
  'books rounded amounts': [
    [
      'over (partition by l.posting order by l.ord), l.account, l.amount,',
      'over (partition by l.posting order by l.ord), l.account, round(l.amount, 6),',
    ],
  ],
  'takes no lock': [['order by id for update', 'order by id']],
  'writes the balance without the postings before it': [
    ['then a.balance + sum(l.amount) over (partition by l.account order by l.posting) end', 'then a.balance + l.amount end'],
  ],
  'counts one entry per call': [['version = a.version + m.entries', 'version = a.version + 1']],
  'looks at the final balance only': [
    [
      'sum(l.amount) over (partition by l.account order by l.posting) as moved',
      'sum(l.amount) over (partition by l.account) as moved',
    ],
  ],
  'moves in one direction': [
    ['select l.account, sum(l.amount) as moved, count(*)', 'select l.account, sum(abs(l.amount)) as moved, count(*)'],
  ],
  'refuses to spend the last unit': [['(a.balance + run.moved < k.min', '(a.balance + run.moved <= k.min']],
  'lets a debt turn into money': [['or a.balance + run.moved > k.max)', ')']],
  'keeps no tally of the later entries of a day': [['entries = kept.entries + excluded.entries', 'entries = kept.entries']],
  'keeps a tally of the wrong account': [['group by 1, 2, 3', 'group by 1, 2, 3 having l.account % 2 = 0']],
  'lets an entry come before the one before it': [['then greatest(a.last_at_ms, max(p_at_ms', 'then greatest(0, max(p_at_ms']],
  'forgets when the last entry was': [['last_at_ms = greatest(a.last_at_ms, m.at_ms)', 'last_at_ms = m.at_ms']],
  'adds up a kind from its last posting only': [['coalesce(k.kind_moved, 0) + sum(l.amount)', 'sum(l.amount)']],
  'adds up all kinds together': [
    ['sum(l.amount) over (partition by l.account, p_kind[l.posting] order', 'sum(l.amount) over (partition by l.account order'],
  ],
  'accepts what is not a number': [['or abs(l.amount) >= 1e18', '']],
  'does not look whether accounts exist': [['a.id is null or', '']],
  'books while funds are read-only': [['select is_read_only from funds_state', 'select false']],
  'accepts a single leg': [['having count(l.account) < 2 or', 'having']],
};

const database = useTestDatabase();
let putBack: () => Promise<void>;
beforeAll(async () => {
  putBack = await keepRows(database);
});

/** Nothing that a book before this one broke may be what is found. */
async function emptyBook(): Promise<void> {
  await putBack();
  expect((await findViolations(database.db, ledgerRules, 0)).flatMap(({ subjects }) => subjects)).toEqual([]);
}

async function examine(): Promise<void> {
  await examineWaiting(database);
  // The seed is fixed: whether a mistake is found must not depend on luck.
  await examineLedger(database, { sequences: sequencesOfRun, seed: 20 });
}

test.each(Object.entries(mutants))('a book that %s: found', async (_, changes) => {
  await emptyBook();
  const mutated = (source: string): string =>
    changes.reduce((changed, [found, instead]) => {
      expect(changed).toContain(found);
      return changed.replace(found, instead);
    }, source);
  await withFault(database, mutated, () => expect(examine()).rejects.toThrow());
});

test('without a mistake, after all of them: nothing is found', async () => {
  await emptyBook();
  await examineWaiting(database);
  await examineLedger(database, { sequences: 1, seed: 20 });
});
