/** The release tool's command line on a data directory, called where the test runs: a program of its own would cost seconds per verb. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../release/src/cli/commandLine';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Answers what the verb printed; rejects with its words when it is refused. */
export async function releaseTool(dataDir: string, ...words: readonly string[]): Promise<string> {
  return releaseToolIn(process.env, dataDir, ...words);
}

/** With settings of its own: those of an object store. */
export async function releaseToolIn(env: NodeJS.ProcessEnv, dataDir: string, ...words: readonly string[]): Promise<string> {
  const told = { out: '', error: '' };
  const code = await commandLine(words, {
    out: { write: (text) => (told.out += text) },
    error: { write: (text) => (told.error += text) },
    env,
    root,
    dataDir,
    user: 'e2e',
    signal: new AbortController().signal,
    now: () => Date.now(),
  });
  if (code !== 0) throw new Error(`release ${words.join(' ')} ended with ${code}: ${told.error}`);
  return told.out;
}
