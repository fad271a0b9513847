/** Pictures that a person hands in. */
import * as z from 'zod/mini';
import { id, request } from './wire';

/**
 * What a picture may be for. `paper`: of an identity document; `chat`: of the conversation with customer service; `topup`: of a payment. Its
 * owner sees it, and operators whose work it is.
 */
const uploadPurpose = z.enum(['paper', 'chat', 'topup']);
export type UploadPurpose = z.infer<typeof uploadPurpose>;

/**
 * `bytes` of one file as it is sent, `pixels` of one picture, `files` of one person for each purpose; of payments those of 30 days; `answer`:
 * what operators sent him.
 */
export const uploadLimits = {
  bytes: 8_388_608,
  pixels: 40_000_000,
  files: { paper: 52, chat: 100, answer: 100, topup: 52 },
} as const;

/**
 * JPEG, PNG or WebP, judged by its content. `field`: what the form calls the place it is for ("front"). The same picture sent again
 * for the same field is the same upload, so a lost answer is asked for anew; a document for another field is refused with UPLOAD_EXISTS.
 */
export const upload = {
  request: request({ purpose: uploadPurpose, field: id, file: z.file() }),
  response: z.object({
    /** What a form hands in; lost after a day when no form did. */
    id,
    /** Of the picture as it was kept: turned upright, without anything but its pixels. */
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    /** Path on the exchange's origin at which the picture is shown, for two minutes. */
    address: z.string(),
  }),
};
