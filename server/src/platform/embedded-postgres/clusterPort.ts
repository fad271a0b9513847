import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { isWindows, type ClusterPlace } from './clusterPlace';

/** A name in the socket's folder elsewhere; on Windows a true port of this machine, chosen once. */
export async function clusterPort(place: ClusterPlace): Promise<number> {
  if (!isWindows) return 5432;
  const known = Number.parseInt(await readFile(place.portFile, 'utf8').catch(() => ''), 10);
  if (Number.isInteger(known)) return known;
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
  await writeFile(place.portFile, String(port));
  return port;
}
