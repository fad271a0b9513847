/** Says that the port is taken before a database is started for nothing. Between this look and the listening it may still go. */
import { createServer } from 'node:net';

/** Throws an Error for the operator's eyes. Port 0 is always free. */
export function refuseUsedPort(port: number, host: string, setting = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(problemOf(error, port, host, setting))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

const problemOf = (error: NodeJS.ErrnoException, port: number, host: string, setting: string): string =>
  error.code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is in use. Stop what listens there, or set ${setting} to another one.`
    : `The server cannot listen on ${host}:${port}: ${error.message}`;
