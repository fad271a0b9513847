const longest = 20_000;
const mostLines = 1000;
const mostSigns = 2000;
/** Quotes and lists in one another, at the beginning of a line. */
const nested = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){6}/m;
/** What emphasis, links, code and HTML begin with: each is held against those before it. */
const signs = /[*_`[\]<]/g;

/** Whether a text is one that people write. Of others the reader of Markdown can take minutes, and nest deeper than a page can. */
export const isOrdinary = (text: string): boolean =>
  text.length <= longest &&
  text.split(/\r\n?|\n/, mostLines + 1).length <= mostLines &&
  !nested.test(text) &&
  (text.match(signs)?.length ?? 0) <= mostSigns;
