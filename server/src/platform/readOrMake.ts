import { readFile, rm } from 'node:fs/promises';
import { createDurably, writeDurably } from './durableFile';

/** '' of a file that is not there. What is there and cannot be read is an error: taken for missing, it would be written over. */
export const contentOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** The file's content. One that is not there, or empty, gets what `draw` answers: the same for all processes that start at once. */
export async function readOrMake(file: string, draw: () => string): Promise<string> {
  const found = await contentOf(file);
  return found.trim() === '' ? make(file, draw()) : found;
}

/** Anyone who makes the claim has drawn it; everybody who comes meanwhile, or after a crash, writes what the claim says. */
async function make(file: string, drawn: string): Promise<string> {
  const claim = `${file}.first`;
  await createDurably(claim, drawn, 0o600);
  const claimed = await contentOf(claim);
  const made = await contentOf(file);
  const isMade = made.trim() !== '';
  // Written meanwhile; where the claim is gone already, it was ended by the one who wrote the file.
  if (!isMade) await writeDurably(file, claimed, 0o600);
  await rm(claim, { force: true });
  return isMade ? made : claimed;
}
