/**
 * A Vite plugin that turns a library build into a federation container of one script, with its build.json.
 *
 * The bundle is a function of its shared modules: `var remote = (function (exports, react, …) { … })({}, shared["react"], …)`.
 * It must not run before the host has handed over its share scope, so it is put inside `get`.
 */
import { version as viteVersion } from 'vite';

const entry = 'remoteEntry.js';

/** `about`: name, version, global, contract and pages of the build record; `shared`: what the host provides. */
export function remoteContainer({ shared, ...about }) {
  return {
    name: 'remote-container',
    config: () => ({
      build: {
        cssCodeSplit: false,
        rollupOptions: {
          external: shared,
          output: { entryFileNames: entry, globals: (id) => `shared[${JSON.stringify(id)}]`, codeSplitting: false },
        },
      },
    }),
    generateBundle(_, bundle) {
      const files = Object.keys(bundle);
      if (files.length !== 1) this.error(`a remote of one script must not have other files: ${files.join(', ')}`);
      bundle[entry].code = containerOf(bundle[entry].code, about.global, shared);
      const record = { schema: 1, kind: 'remote', ...about, bundler: `vite ${viteVersion}`, entry, type: 'global', preload: [] };
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify(record, undefined, 2) });
    },
  };
}

/** The host has one version of each shared module: the only one in its scope. */
const containerOf = (code, global, shared) => `self[${JSON.stringify(global)}] = (() => {
  let scope;
  const take = async (name) => {
    const [provided] = Object.values(scope[name] ?? {});
    if (provided === undefined) throw new Error("the host provides no " + name);
    return (await provided.get())();
  };
  return {
    init(provided) { scope = provided; },
    async get() {
      const names = ${JSON.stringify(shared)};
      const modules = await Promise.all(names.map(take));
      const shared = Object.fromEntries(names.map((name, index) => [name, modules[index]]));
      ${code}
      return () => remote;
    },
  };
})();
`;
