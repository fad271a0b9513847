/**
 * Integrity-Policy tells the browser to run no script of a page that was asked for without integrity metadata: what the
 * signed pointer promises cannot be circumvented by a tag that forgot it. The page's own scripts must carry integrity then,
 * and a shell of an older build, which somebody may roll back to, does not: so each index.html is judged when it is served.
 */
import { readFileSync, type Stats } from 'node:fs';

const blockScripts = 'blocked-destinations=(script)';

/** The header's value for a page; undefined where it would stop the page's own scripts. A page is read once per change. */
export function createIntegrityPolicy(): (path: string, stat: Stats) => string | undefined {
  let judged: { readonly file: string; readonly policy: string | undefined } | undefined;
  return (path, stat) => {
    const file = `${path} ${stat.ino} ${stat.mtimeMs}`;
    if (judged?.file !== file)
      judged = { file, policy: everyScriptHasIntegrity(readFileSync(path, 'utf8')) ? blockScripts : undefined };
    return judged.policy;
  };
}

const everyScriptHasIntegrity = (html: string): boolean =>
  [...html.matchAll(/<script\b[^>]*>/gi)].every(([tag]) => /\sintegrity="?sha\d{3}-/i.test(tag));
