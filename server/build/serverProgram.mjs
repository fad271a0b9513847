import { join } from 'node:path';

/** Where buildServer puts what it makes. */
export const programFolder = join(import.meta.dirname, '../dist/program');

/** What Node runs, once buildServer has made it. Stack traces name the sources. */
export const serverProgram = ['--enable-source-maps', join(programFolder, 'main.js')];

/** The operators' commands (npm run ops). */
export const opsProgram = ['--enable-source-maps', join(programFolder, 'ops/main.js')];
