const longest = 20_000;
const mostLines = 1000;
/** At the beginning of a line. */
const manyQuotes = /^(?:[ \t]*>){9}/m;

/** Whether a text is one that people write. Of others the reader of Markdown can take minutes, and nest deeper than a page can. */
export const isOrdinary = (text: string): boolean =>
  text.length <= longest && text.split('\n').length <= mostLines && !manyQuotes.test(text);
