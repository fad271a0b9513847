import type { OperationRequest } from '@tessera/shared/operations';
import { callOperation, type Problem } from '../api/operations';

/** A picture is decoded before it is answered. */
const limitMs = 60_000;

/** Why it is not there; undefined: it is. */
export async function sendAnswer(answer: OperationRequest<'conversationsAnswer'>): Promise<Problem | undefined> {
  const answered = await callOperation('conversationsAnswer', answer, limitMs);
  return answered.is === 'answer' ? undefined : answered;
}
