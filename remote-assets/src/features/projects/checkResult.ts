/** Whether the public record says what the person was shown of a result, and what came back follows from it. */
import type { EndpointResponse, Project } from '@tessera/shared/contract';
import { findRecordBreak, sha256 } from '@tessera/shared/fairness';
import { amount, compare, rate } from '@tessera/shared/money';
import { projectReturn } from '@tessera/shared/trading';

type Entries = EndpointResponse<'publicRecord'>['entries'];

/** `entries`: the one before it, and the one that publishes the result. */
export function checkResult([before, entry]: Entries, { id, result, joined, returned, scale }: Project): boolean {
  if (before === undefined || entry === undefined || result === null || entry.seq !== result.recordSeq) return false;
  if (entry.kind !== 'project' || findRecordBreak(before.hash, [entry], sha256) !== undefined) return false;
  const said = JSON.parse(entry.body) as { readonly project?: unknown; readonly act?: unknown; readonly share?: unknown };
  if (said.project !== id || said.act !== 'result' || said.share !== result.share) return false;
  if (joined === null || returned === null) return true;
  return compare(projectReturn(amount(joined), rate(result.share), scale), amount(returned)) === 0;
}
