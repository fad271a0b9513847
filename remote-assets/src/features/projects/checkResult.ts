/** Checks that the public record has the shown result, and that the returned sum follows from it. */
import type { EndpointResponse, Project } from '@tessera/shared/contract';
import { findRecordBreak, sha256 } from '@tessera/shared/fairness';
import { amount, compare, rate } from '@tessera/shared/money';
import { projectReturn } from '@tessera/shared/trading';

type Entries = EndpointResponse<'publicRecord'>['entries'];

/** `entries`: the entry that publishes the result, and the one before it. */
export function checkResult([before, entry]: Entries, { id, result, joined, returned, scale }: Project): boolean {
  if (before === undefined || entry === undefined || result === null || entry.seq !== result.recordSeq) return false;
  if (entry.kind !== 'project' || findRecordBreak(before.hash, [entry], sha256) !== undefined) return false;
  const said = JSON.parse(entry.body) as { readonly project?: unknown; readonly act?: unknown; readonly share?: unknown };
  if (said.project !== id || said.act !== 'result' || said.share !== result.share) return false;
  if (joined === null || returned === null) return true;
  return compare(projectReturn(amount(joined), rate(result.share), scale), amount(returned)) === 0;
}
