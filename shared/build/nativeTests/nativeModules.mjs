/** From here on this process loads TypeScript, `@jest/globals` and style sheets. */
import { register as registerHook } from 'node:module';
import { register } from 'tsx/esm/api';

register();
registerHook('./resolveHook.mjs', import.meta.url);

export { giveGlobals } from './jestGlobals.mjs';
