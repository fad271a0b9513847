import type { Paint } from '../output/paint';
import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/Channel';
import type { OptionValues } from './options';

/** What somebody typed after the verb. */
export interface Call {
  readonly context: ReleaseContext;
  readonly channel: Channel;
  /** As many as the verb's synopsis asks for. */
  readonly words: readonly string[];
  readonly options: OptionValues;
  readonly paint: Paint;
}

/** The same answer for a program and for a person. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

export interface Verb {
  /**
   * "<remote> [version] [--now]": the words and then the options that the verb takes, beside those that all take. What is in square
   * brackets may be left out; "[--now (remote)]" is taken for a remote alone, "(host)" for the host. The command line reads it as well as people do.
   */
  readonly synopsis: string;
  readonly about: string;
  run(call: Call): Promise<Answer>;
}

/** "<remote>", "[version]" */
export const wordsOf = ({ synopsis }: Verb): readonly string[] =>
  synopsis
    .split(/(?:^|\s)\[?--/)[0]
    ?.split(' ')
    .filter((word) => word !== '') ?? [];

export const optionsOf = ({ synopsis }: Verb): readonly string[] =>
  [...synopsis.matchAll(/--([a-z-]+)/g)].map((found) => found[1] ?? '');

/** Those that stand in no square brackets. */
export const neededOptionsOf = ({ synopsis }: Verb): readonly string[] =>
  [...synopsis.matchAll(/(?:^|\s)--([a-z-]+)/g)].map((found) => found[1] ?? '');

/** Where the first word may be a remote or the host: is the option taken for it? */
export const isTakenFor = (word: string | undefined, option: string, { synopsis }: Verb): boolean => {
  const only = new RegExp(`--${option} \\((remote|host)\\)`).exec(synopsis)?.[1];
  return only === undefined || only === (word === 'host' ? 'host' : 'remote');
};
