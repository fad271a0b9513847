/** Starts the exchange: one process, one port. Stops it gracefully on SIGTERM and SIGINT. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app';
import { readConfig } from './platform/config';

const graceMs = 10_000;

const config = readConfig(process.env);
const readyFile = join(config.dataDir, 'ready.json');
await mkdir(config.dataDir, { recursive: true });
// An old file would tell of a server that is not there.
await rm(readyFile, { force: true });

const creating = createApp(config);
// Requests get their time to finish, and the database some more to write everything out.
let isStopping = false;
closeWithGrace({ delay: graceMs + 15_000, logger: false }, async ({ signal, err }) => {
  isStopping = true;
  await rm(readyFile, { force: true });
  // A stop in the middle of the start waits until there is something to stop.
  const made = await creating.catch(() => undefined);
  if (err !== undefined) made?.log.fatal({ err }, 'unexpected error');
  await made?.stop(err === undefined ? (signal ?? 'asked to') : 'unexpected error');
});
// `npm start` holds the other end of this channel: when that program is gone, also by kill -9, nobody is left to stop us.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const app = await creating;
if (!isStopping) await app.http.listen({ port: config.port, host: config.host });
if (!isStopping) await app.start();
if (!isStopping) await tellReady();

/** Writes ready.json: where the app is and how to look around in it. */
async function tellReady(): Promise<void> {
  const address = app.http.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : config.port;
  const ready = {
    url: `http://127.0.0.1:${port}/h5/`,
    ...(app.demoLogin === undefined ? {} : { demo: app.demoLogin }),
  };
  // Renamed into place: whoever waits for the file never reads half of it.
  await writeFile(`${readyFile}.new`, `${JSON.stringify(ready, undefined, 2)}\n`);
  await rename(`${readyFile}.new`, readyFile);
  app.log.info(ready, 'ready');
}
