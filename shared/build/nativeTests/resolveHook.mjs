/** Node asks here first what an import means: `@jest/globals` are those of the running file, style sheets stand for their class names. */
import { existsSync } from 'node:fs';

const jestGlobals = new URL('jestGlobals.mjs', import.meta.url).href;
const styles = new URL('../classNamesAsWritten.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: jestGlobals, format: 'module', shortCircuit: true };
  if (specifier.endsWith('.css')) return { url: styles, format: 'module', shortCircuit: true };
  // A package that names a file of its own says where it lies: nobody has to look for it, thousands of times in a worker.
  if (/^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.includes('/node_modules/'))
    return { url: new URL(specifier, context.parentURL).href, shortCircuit: true };
  if (/^\.\.?\/[^?#]*$/.test(specifier) && !/\.[a-z]+$/.test(specifier)) {
    const { href } = new URL(`${specifier}.ts`, context.parentURL);
    if (existsSync(new URL(href))) return { url: href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}
