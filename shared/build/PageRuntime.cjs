/**
 * Loads what a test of components uses. Each file of tests has modules of its own, in its own document, as in jest's own way. But a worker reads,
 * resolves and compiles each module once: a compiled script knows no document, so it is run anew in that of each file.
 */
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { withRunningTest } = require('./nativeTests/runningTest.cjs');

// Most code of a test runs a few times only. Later versions of Node wait by themselves before they make it fast, and do not know this setting.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=540672');

// A worker that has done its part ends as it is: to take down hundreds of megabytes object by object takes longer than jest waits for it.
if (process.send !== undefined) process.once('beforeExit', () => process.exit());

/** Of this worker: what a request for a module means, a module's translation, its script. Files do not change while tests run. */
class Kept extends Map {
  /** Jest forgets between files. */
  clear() {}
}
const resolved = new Kept();
const translated = new Kept();
const scripts = new Kept();
let running;

const opening = '({"Object.<anonymous>":function(module,exports,require,__dirname,__filename,jest){';

module.exports = class PageRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    running = this;
    this._resolution.cjsCache = resolved;
    this.#keepTranslations();
    this.#keepScripts();
  }

  requireInternalModule(...asked) {
    return withRunningTest(() => super.requireInternalModule(...asked));
  }

  #keepTranslations() {
    const { transformCache } = this;
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (filename, options) => {
      if (options?.isInternalModule) return kept(translated, `internal ${filename}`, () => transform(filename, options));
      const { code, file, map } = kept(translated, filename, () => {
        const code = transform(filename, options);
        return { code, file: transformCache.transforms.get(filename), map: transformCache.sourceMaps.get(filename) };
      });
      transformCache.transforms.set(filename, file);
      if (map !== undefined) transformCache.sourceMaps.set(filename, map);
      return code;
    };
  }

  #keepScripts() {
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = this._environment.getVmContext();
      if (context === null) return null;
      let known = scripts.get(filename);
      if (known?.source !== source) {
        try {
          known = { source, script: scriptOf(source, filename) };
        } catch {
          // Jest says what is wrong.
          return compile(source, filename);
        }
        scripts.set(filename, known);
      }
      return known.script.runInContext(context)['Object.<anonymous>'];
    };
  }
};

function scriptOf(source, filename) {
  return new Script(`${opening}${source}\n}})`, {
    filename,
    columnOffset: -opening.length,
    importModuleDynamically: (specifier, script, attributes, phase) =>
      running.executor.dynamicImport(specifier, filename, running._environment.getVmContext(), attributes, phase),
  });
}

function kept(of, key, make) {
  let value = of.get(key);
  if (value === undefined) of.set(key, (value = make()));
  return value;
}
