/**
 * The jest project of files of tests that need no browser. A worker loads each module once and keeps it for all of its files of
 * tests; in jest's own way it links every module anew for each of them, half a second of computing where a server is tested.
 * So a module's state is shared: a file of tests makes what it tests anew and leaves nothing that the next one could meet.
 *
 * Use: `export default nativeProject(import.meta.dirname);` in <package>/jest.config.mjs.
 */
import { basename, join } from 'node:path';

const here = import.meta.dirname;

export function nativeProject(folder) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    testMatch: ['<rootDir>/**/*.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.dom\\.test\\.ts$'],
    testEnvironment: join(here, 'nativeTests/NativeEnvironment.cjs'),
    runtime: join(here, 'nativeTests/NativeRuntime.cjs'),
    setupFiles: [join(here, 'fixedSeed.ts')],
    transform: {},
  };
}
