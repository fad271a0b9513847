/** Node asks here first what an import means: `@jest/globals` are those of the running file, style sheets stand for their class names. */
import { existsSync } from 'node:fs';

const jestGlobals = new URL('jestGlobals.mjs', import.meta.url).href;
const styles = new URL('../classNamesAsWritten.mjs', import.meta.url).href;
const root = new URL('../../../', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: jestGlobals, format: 'module', shortCircuit: true };
  if (specifier.endsWith('.css')) return { url: styles, format: 'module', shortCircuit: true };
  // Another source of ours, as most are named: found by one look, where the transpiler tries one ending after the other.
  if (
    /^\.\.?\/.*[^./]$/.test(specifier) &&
    context.parentURL?.startsWith(root) &&
    !context.parentURL.includes('/node_modules/')
  ) {
    const source = new URL(`${specifier}.ts`, context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}
