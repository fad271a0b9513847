/**
 * A shared module is provided to remotes only if the host's own build asks for it somewhere. The facades that the shell
 * itself does not need at start are asked for here, lazily, so that they exist without being part of the first load.
 *
 * @public nobody calls it: the build finds its imports
 */
export const lazySharedModules = {
  forms: () => import('@tessera/shared/forms'),
  charts: () => import('@tessera/shared/charts'),
};
