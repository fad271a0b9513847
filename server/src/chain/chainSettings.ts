/** The setting CHAINS: which networks are read by programs, and where. A network that it leaves out is looked after by operators alone. */
import * as z from 'zod';
import { jsonText } from '../platform/jsonText';

/** Keys of services stand in such addresses: none is shown whole. */
const endpoint = z.string().regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$))/, 'must be an https address');

const chainSetting = z.strictObject({
  /** Of the catalogue: "ethereum". */
  network: z.string().regex(/^[a-z]{2,16}$/),
  /** Of nodes that different people keep: two have to agree before anything is believed. */
  endpoints: z
    .array(endpoint)
    .min(1)
    .max(5)
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'names an endpoint twice'),
  /** Extended public key from which people's addresses come: of the account, m/44'/60'/0'. Left out: operators list addresses. */
  xpub: z
    .string()
    .regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107,108}$/, 'must be an extended public key')
    .optional(),
  /** Further addresses where the exchange keeps money there, as a cold wallet: counted each day beside deposits and the wallet that pays. */
  custody: z.array(z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')).optional(),
});
export type ChainSetting = z.infer<typeof chainSetting>;

export const chainList = jsonText
  .pipe(z.array(chainSetting))
  .refine((all) => new Set(all.map(({ network }) => network)).size === all.length, 'names a network twice');
