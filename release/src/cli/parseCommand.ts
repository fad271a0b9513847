import { parseArgs } from 'node:util';
import { ReleaseProblem } from '../ReleaseProblem';
import { commonOptions, options, type OptionValues } from './options';
import { isTakenFor, neededOptionsOf, optionsOf, wordsOf, type Verb } from './Verb';
import { verbs } from './verbs';

export interface Command {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly options: OptionValues;
}

/** undefined: somebody asked for help. Whatever the verb does not take is refused rather than passed over. */
export function parseCommand(args: readonly string[]): Command | undefined {
  const { values, positionals } = parsed(args);
  const [name, ...words] = positionals;
  if (values.help === true || name === undefined) return undefined;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined)
    throw new ReleaseProblem('usage', `there is no verb "${name}"; known: ${Object.keys(verbs).join(', ')}`);
  const asked = `${name} ${verb.synopsis}`.trim();
  const places = wordsOf(verb);
  const needed = places.filter((place) => place.startsWith('<')).length;
  if (words.length < needed || words.length > places.length) throw new ReleaseProblem('usage', `expected: ${asked}`);
  const known = new Set<string>([...commonOptions, ...optionsOf(verb)]);
  const other = Object.keys(values).find((option) => !known.has(option));
  if (other !== undefined) throw new ReleaseProblem('usage', `"${name}" takes no --${other}; expected: ${asked}`);
  const ofTheOther = Object.keys(values).find((option) => !isTakenFor(words[0], option, verb));
  if (ofTheOther !== undefined)
    throw new ReleaseProblem('usage', `"${name} ${words[0] ?? ''}" takes no --${ofTheOther}; expected: ${asked}`);
  const missing = neededOptionsOf(verb).find((option) => !(option in values));
  if (missing !== undefined) throw new ReleaseProblem('usage', `"${name}" needs --${missing}; expected: ${asked}`);
  return { verb, words, options: values };
}

function parsed(args: readonly string[]): { readonly values: OptionValues; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ReleaseProblem('usage', error instanceof Error ? error.message : String(error));
  }
}
