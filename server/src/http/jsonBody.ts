/**
 * JSON bodies. How deep one is nested is read off its text before anything walks it: no call of ours nests deeper than a few
 * levels, and whatever walks a value calls itself once for each.
 */
import { errorCodes, type FastifyInstance } from 'fastify';

/** The longest that a call takes, a report of a fault, fits twice even with every character escaped. */
export const jsonLimitBytes = 16 * 1024;
const deepest = 32;

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0));

/** Text that is no JSON may pass: the parser refuses it. */
export function isShallow(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (isInText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) isInText = false;
    } else if (sign === quote) isInText = true;
    else if (sign === openList || sign === openObject) depth += 1;
    else if (sign === closeList || sign === closeObject) depth -= 1;
    if (depth > deepest) return false;
  }
  return true;
}

/** Instead of the framework's own parser, with which it does everything else. */
export function addJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonLimitBytes },
    (request, body, done) => {
      if (isShallow(body)) void parse(request, body, done);
      else done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    },
  );
}
