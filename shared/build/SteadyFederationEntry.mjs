/**
 * Gives the start of the federation runtime, and the container that begins with it, the same module ids in every build. The federation
 * plugin writes that start as a data URL with absolute paths in it, and webpack would make both ids from the whole of it: one state of
 * the sources would be another release in another folder.
 */
const startOfRuntime = /^data:text\/javascript;charset=utf-8;base64,/;
const container = /^container entry /;

export class SteadyFederationEntry {
  apply(compiler) {
    compiler.hooks.compilation.tap('SteadyFederationEntry', (compilation) => {
      // Before the ids of all other modules are made: a module that has one keeps it.
      compilation.hooks.moduleIds.tap({ name: 'SteadyFederationEntry', stage: -1 }, (modules) => {
        for (const module of modules)
          if (startOfRuntime.test((module.rootModule ?? module).resource ?? ''))
            compilation.chunkGraph.setModuleId(module, 'federation');
          else if (container.test(module.identifier())) compilation.chunkGraph.setModuleId(module, 'container');
      });
    });
  }
}
