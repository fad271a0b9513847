/** One script and one style sheet: a page of its own needs nothing else, and the run's integrity policy allows no further script. */
import { defineConfig } from 'vite';

export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.TESSERA_BUILD': '"harness"' },
  logLevel: 'error',
  build: {
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'main.ts',
      output: { format: 'iife', entryFileNames: 'harness.js', assetFileNames: 'harness[extname]' },
    },
  },
});
