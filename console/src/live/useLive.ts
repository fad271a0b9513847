import type { OperationName, OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { callOperation } from '../api/operations';
import { useRepeated, type Live } from './useRepeated';

const usualPaceMs = 5000;

/** An operator's question, asked again every few seconds while somebody can see the page. */
export function useLive<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
  everyMs = usualPaceMs,
): Live<OperationResponse<Name>> {
  return useRepeated(`${name} ${JSON.stringify(request)}`, () => callOperation(name, request), everyMs);
}
