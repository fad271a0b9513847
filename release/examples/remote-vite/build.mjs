/**
 * Builds this remote with Vite. The loader of the host verifies scripts, not ES modules, so everything becomes ONE script:
 * it sets the container `self[global] = { init, get }`, which takes React from the host's share scope when it is asked for
 * the page, and carries none.
 *
 * Use: node build.mjs [output folder]
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { sourceHash } from '@tessera/shared/build/sourceHash';
import { remoteContainer } from './remoteContainer.mjs';

const folder = import.meta.dirname;
const name = 'vite';
const sha = sourceHash(folder);
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [
    remoteContainer({
      name,
      version: `${version}+${sha}`,
      global: `${name}_${sha}`,
      contract: '^1.0',
      pages: [`/pages/${name}/index`],
      openPages: [`/pages/${name}/index`],
      shared: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'],
    }),
  ],
  build: {
    outDir: resolve(process.argv[2] ?? join(folder, 'dist/web')),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'src/remote.tsx', formats: ['iife'], name: 'remote' },
  },
});
