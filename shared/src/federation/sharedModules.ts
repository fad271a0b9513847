/**
 * The one table of shared modules, read from both sides: the host provides them, remotes take them with import:false.
 * The kernel is a facade that re-exports only the names in use; its names are part of the contract version.
 */
export const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@tessera/shared/kernel',
  '@tessera/shared/forms',
  '@tessera/shared/charts',
] as const;
