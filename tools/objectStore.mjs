/** Finds the programs of a small object store (Ceph) for the tests of the release store; installs them where that is allowed. */
import { existsSync } from 'node:fs';
import { say } from './setUp.mjs';
import { install, mayInstall } from './systemPackages.mjs';

const packages = ['radosgw', 'ceph-mon', 'ceph-osd'];
const isThere = () =>
  ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'].every((program) =>
    existsSync(`/usr/bin/${program}`),
  );

/** True when the tests can start one; else a line says what is not run. */
export async function hasObjectStore() {
  if (!isThere() && mayInstall()) {
    say(`installing a small object store for tests (apt-get install ${packages.join(' ')})`);
    await install(packages);
  }
  if (!isThere())
    say(`no object store: the tests of releases in an S3 bucket are NOT run (Debian: apt-get install ${packages.join(' ')})`);
  return isThere();
}
