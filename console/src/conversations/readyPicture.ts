import { AppError } from '@tessera/shared/errors';
import { answerPicture } from '@tessera/shared/operations';
import { preparePicture } from '@tessera/shared/pictures/preparePicture';
import type { Problem } from '../api/operations';
import { conversationsTexts as texts } from '../texts/conversations';
import { problemText } from '../texts/problemText';

/** `clientId`: by which it is sent, and sent again. */
export interface ReadyPicture {
  readonly file: File;
  readonly base64: string;
  readonly clientId: string;
}

/** As it is sent. Throws UPLOAD_TYPE_WRONG, UPLOAD_TOO_LARGE, UPLOAD_FAILED. */
export async function readyPicture(chosen: File): Promise<ReadyPicture> {
  const file = await preparePicture(chosen);
  if (file.size > answerPicture.bytes)
    throw new AppError('UPLOAD_TOO_LARGE', { params: { max: `${answerPicture.bytes / 1_048_576} MB` } });
  return { file, base64: await base64Of(file), clientId: crypto.randomUUID() };
}

export function pictureProblem(failure: unknown): string {
  const { code, params } = failure instanceof AppError ? failure : new AppError('UPLOAD_FAILED');
  return problemText({ is: 'problem', kind: 'refused', code, params });
}

/** How many may be sent counts for the person, not for who sends them. */
export const pictureRefused = (problem: Problem): string =>
  problem.kind === 'refused' && problem.code === 'UPLOAD_TOO_MANY'
    ? texts.tooManyPictures(problem.params['max'] ?? '')
    : problemText(problem);

/** Characters that are made at once: each is an argument of one call. */
const chunk = 32_768;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let signs = '';
  for (let at = 0; at < bytes.length; at += chunk) signs += String.fromCodePoint(...bytes.subarray(at, at + chunk));
  return btoa(signs);
}
