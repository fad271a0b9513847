/** The small shapes that every message of the wire is made of. Decimal figures travel as text, instants as epoch ms. */
import * as z from 'zod/mini';
import { decimalPattern } from '../money';

// zod probes `new Function` otherwise, which a strict content security policy reports.
z.config({ jitless: true });

export const languages = ['zh', 'en', 'jp', 'ko', 'tw', 'vn', 'pt', 'es', 'it', 'th', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];
export const language = z.enum(languages);

/** A plain decimal as text: "-12.5". Never an exponent, a sign prefix or a group separator. */
export const decimalText = z.string().check(z.maxLength(40), z.regex(decimalPattern));
/** As decimalText, never below zero. */
export const positiveText = z.string().check(z.maxLength(40), z.regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/));
/** Epoch milliseconds, UTC, of the server's clock. */
export const instantMs = z.int();
export const id = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));
export const uuid = z.uuid();
/** "BTC-USDT", "EUR-USD", "XAU-USD". */
export const symbolId = z.string().check(z.maxLength(24), z.regex(/^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/));
export const assetId = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/));
/** Whole numbers also arrive as text in queries and forms: plain digits only, because coercion would take "", true, [5] and "1e3". */
export const wholeNumber = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.regex(/^(0|[1-9][0-9]{0,15})$/)),
      z.transform((digits) => Number(digits)),
    ),
  ]),
  z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
);
/** An instant that is asked for. Up to the year 9999: what comes after it is no date to a calendar. */
export const askedInstant = wholeNumber.check(z.lte(253_402_300_799_999));
export const shortText = z.string().check(z.maxLength(200));

export const accountMode = z.enum(['real', 'demo']);
export type AccountMode = z.infer<typeof accountMode>;
export const direction = z.enum(['long', 'short']);
export type Direction = z.infer<typeof direction>;
export const assetClass = z.enum(['crypto', 'forex', 'metal']);
export type AssetClass = z.infer<typeof assetClass>;
/** Market states in the specification's order. */
export const marketState = z.enum(['trading', 'closing', 'closed']);
export type MarketState = z.infer<typeof marketState>;
/** What a person is shown: operators may also have halted trading for everybody, whatever the hours say. */
export type ShownMarketState = MarketState | 'halted';
export const accountKind = z.enum(['coin', 'contract']);
export type AccountKind = z.infer<typeof accountKind>;

/** A request is strict (an unknown field is refused) and may always carry lang. */
export const request = <Shape extends z.core.$ZodShape>(shape: Shape) => z.strictObject({ ...shape, lang: z.optional(language) });

/** More pages than anybody turns; their product with the size stays far below what a number holds. */
const maxPages = 1_000_000_000;
export const paging = {
  page: z.optional(wholeNumber.check(z.lte(maxPages))),
  pageSize: z.optional(wholeNumber.check(z.gte(1), z.lte(100))),
};
/** Orders: newest first. `next` of an answer is the `cursor` of the page after it, null on the last one; page numbers reach the newest 10,000. */
export const orderPaging = {
  cursor: z.optional(z.string().check(z.maxLength(40), z.regex(/^\d{1,15}\.\d{1,15}$/))),
  ...paging,
};
/** Absent in answers of servers that know page numbers only. */
export const nextPage = z.optional(z.nullable(z.string()));
export const page = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), pageSize: z.int(), total: z.int() });
/** By cursor: `next` of an answer is the `cursor` of the page after it. `total`, up to the newest 10,000, only where no cursor is sent. */
export const cursorPage = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), pageSize: z.int(), total: z.optional(z.int()), next: nextPage });
/** The answer of a call that only acts. */
export const done = z.object({});
