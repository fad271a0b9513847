/** The small shapes of the operators' calls. */
import * as z from 'zod/mini';
import { wholeNumber } from '../contract/wire';

export const empty = z.strictObject({});
/** Told to the person or written into the audit log. */
export const reason = z.string().check(z.trim(), z.maxLength(500), z.regex(/[\p{L}\p{N}]/u));
/** Says what would be, and does nothing. */
export const preview = z.optional(z.boolean());
/** The number of a row, as text. */
export const rowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
export const listing = {
  /** As the answer before it said, to go on there. */
  cursor: z.optional(rowId),
  limit: z.optional(wholeNumber.check(z.gte(1), z.lte(200))),
};
/** `next`: null on the last page. */
export const listed = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) });
export const userId = z.string().check(z.regex(/^[1-9]\d{7}$/));
