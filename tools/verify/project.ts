/** What came back of a project, from the public record: one published share for everybody. */
import { bodyOf } from './bodyOf';
import { check, compared, none, type Check } from './Check';
import { exact, one, plus, rounded, textOf, times } from './Exact';
import type { Known } from './Known';
import type { ProjectOfPerson } from './shapes';

interface Said {
  readonly project: string;
  readonly act: string;
  readonly share: string;
}

/** Results of one project in the record: the first one stands, a second one is a fault, and so is one where none is shown. */
export function checkProject({ id, scale, joined, returned, result }: ProjectOfPerson, { entries }: Known): Check[] {
  const said = entries
    .filter(({ kind }) => kind === 'project')
    .map((entry) => ({ seq: entry.seq, ...bodyOf<Said>(entry) }))
    .filter((one) => one.project === id && one.act === 'result');
  const shown = said.map((one) => `#${one.seq} ${one.share ?? none}`).join(', ') || none;
  if (result === null)
    return [
      said.length === 0 ? check('result', 'pending') : check('result', 'failed', none, shown),
      check('returned', 'pending'),
    ];
  const { share, recordSeq } = result;
  const told = `#${recordSeq} ${share}`;
  const state = entries.length === 0 ? 'partial' : told === shown ? 'ok' : 'failed';
  return [
    check('result', state, told, shown),
    joined === null || returned === null
      ? check('returned', joined === null ? 'absent' : 'pending')
      : compared(
          'returned',
          textOf(exact(returned)),
          textOf(rounded(times(exact(joined), plus(one, exact(share))), scale, 'down')),
        ),
  ];
}
