/**
 * Loads files of tests as Node loads any module, through tsx: once in a worker and not once for each file of tests.
 * Only Jest's own state is new for each file.
 */
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { withRunningTest } = require('./runningTest.cjs');

const nativeModules = import('./nativeModules.mjs');
const circusHandlers = Symbol.for('EVENT_HANDLERS');
let runs = 0;

module.exports = class NativeRuntime extends Runtime {
  #testPath;
  #globals = {};

  constructor(...args) {
    super(...args);
    this.#testPath = args[6];
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** The file of tests anew, also when it runs again in this process. */
  async unstable_importModule(path) {
    const { giveGlobals } = await nativeModules;
    giveGlobals(this.#globals);
    const { href } = pathToFileURL(path);
    return import(path === this.#testPath ? `${href}?run=${(runs += 1)}` : href);
  }

  /** What keeps the tests of one file: evaluated anew. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[circusHandlers];
    return withRunningTest(() => require(path));
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    this.#globals = this.jestGlobals.cjsGlobals(this.#testPath);
  }

  /** Builtin modules are the worker's. */
  installGetBuiltinModule() {}
};
