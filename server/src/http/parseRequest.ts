/** A request as its schema wants it, or the refusal that names the field: missing, or wrong (an unknown field is wrong). */
import * as z from 'zod/mini';
import { AppError } from '@tessera/shared/errors';

/** What an order asks for has a message of its own. */
const directionFields: ReadonlySet<string> = new Set(['direction', 'side']);
/** Which kind of a thing is meant, of those that there are. */
const kindFields: ReadonlySet<string> = new Set(['kind', 'method']);

/** A field name of the caller's own making is repeated to him, shortened. */
const maxNameLength = 60;

function refusal(issue: z.core.$ZodIssue, input: unknown): AppError {
  if (issue.code === 'unrecognized_keys') {
    return new AppError('PARAMETER_WRONG', { params: { field: (issue.keys[0] ?? '').slice(0, maxNameLength) } });
  }
  const field = issue.path.map(String).join('.') || 'body';
  const first = issue.path[0];
  const isAbsent = first !== undefined && typeof input === 'object' && input !== null && !Object.hasOwn(input, first);
  if (!isAbsent && directionFields.has(field)) return new AppError('ORDER_DIRECTION_WRONG');
  if (!isAbsent && issue.code === 'invalid_value' && kindFields.has(field)) return new AppError('TYPE_WRONG');
  return new AppError(isAbsent ? 'PARAMETER_MISSING' : 'PARAMETER_WRONG', { params: { field } });
}

/**
 * PostgreSQL keeps no NUL in a text, and no person types one. The way to the first is put together on the way back, from the last
 * name to the first: only what is found costs more than a look. A body is shallow (jsonBody.ts).
 */
function wayToNul(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (key.includes('\0')) return [];
    const way = wayToNul(part);
    if (way !== undefined) return [...way, key];
  }
  return undefined;
}

export function parseRequest<Output extends Record<string, unknown>>(schema: z.ZodMiniType<Output>, input: unknown): Output {
  const field = wayToNul(input)?.reverse().join('.');
  if (field !== undefined) throw new AppError('PARAMETER_WRONG', { params: { field: field.slice(0, maxNameLength) || 'body' } });
  const parsed = z.safeParse(schema, input ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw issue === undefined ? new AppError('PARAMETER_WRONG', { params: { field: 'body' } }) : refusal(issue, input ?? {});
}
