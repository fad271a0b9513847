/** Addresses for top-ups: listed by operators, given to people by the exchange. */
import * as z from 'zod/mini';
import { instantMs } from '../contract/wire';
import { empty, listing, rowId } from './wire';

const networkName = z.string().check(z.regex(/^[a-z]{2,16}$/));
const address = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{20,100}$/));

const stock = z.object({
  network: networkName,
  name: z.string(),
  /** That may be given to people. */
  free: z.int(),
  /** Entered by one operator only. */
  unconfirmed: z.int(),
  given: z.int(),
  /** More of them have to be listed. */
  isLow: z.boolean(),
});
const listedAddress = z.object({
  id: rowId,
  network: networkName,
  address: z.string(),
  addedBy: z.string(),
  addedAtMs: instantMs,
  confirmedBy: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  givenAtMs: z.nullable(instantMs),
});

export const addressesStock = { request: empty, response: z.object({ networks: z.array(stock) }) };
/** Newest first. `next`: null on the last page. */
export const addressesList = {
  request: z.strictObject({ network: networkName, ...listing }),
  response: z.object({ items: z.array(listedAddress), next: z.nullable(z.string()) }),
};
/**
 * An address is given to people once two operators have entered it, each from where he has it. `added`: were new; `confirmed`: another operator
 * had entered them; all others were known. A wrong one is named by its place: PARAMETER_WRONG with the field "addresses.3".
 */
export const addressesAdd = {
  request: z.strictObject({ network: networkName, addresses: z.array(address).check(z.minLength(1), z.maxLength(500)) }),
  response: z.object({ added: z.int(), confirmed: z.int(), networks: z.array(stock) }),
};
