/**
 * Faults of the moment: the database was busy, restarting, or ended what took too long. The transaction has left nothing
 * behind, or carries a key; anyone who asked may ask again.
 */
import { isTransient } from './idempotency';

const passingStates: ReadonlySet<string> = new Set([
  '55P03', // a lock was not given in time
  '57014', // a statement took too long
  '25P03', // a transaction stood idle for too long
  '25P04', // a transaction took too long
  '53000', // resources, in general
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P05', // a connection stood idle for too long
]);

export function isPassingFault(error: unknown): boolean {
  if (isTransient(error)) return true;
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && passingStates.has(code);
}
