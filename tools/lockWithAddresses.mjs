/**
 * The lock file names no registry. npm then asks for all that is known of each package before it fetches one version of it, which is half of
 * what it downloads and a third of what it computes. For an installation the addresses are written in: those of the registry that npm is set to.
 */

/** `lock`: the lock file, parsed. `settings`: what `npm config list --json` prints, parsed. Answers a copy in which each archive has its address. */
export function lockWithAddresses(lock, settings) {
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => [
      path,
      isArchive(path, entry) ? withAddress(path, entry, settings) : entry,
    ]),
  );
  return { ...lock, packages };
}

/** Not a folder of this project, and not inside another package's archive. */
const isArchive = (path, { version, link, inBundle, resolved }) =>
  path.includes('node_modules/') && version !== undefined && !link && !inBundle && resolved === undefined;

function withAddress(path, entry, settings) {
  // Another name than its folder's has only what is installed under an alias.
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [scope, own = scope] = name.split('/');
  const registry = settings[`${scope}:registry`] ?? settings.registry;
  return { ...entry, resolved: `${registry.replace(/\/$/, '')}/${name}/-/${own}-${entry.version}.tgz` };
}
