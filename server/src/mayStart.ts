/**
 * Whether a server may start with these settings: asked by `npm start` before it builds and publishes anything, which would change what a
 * server that runs on the same data directory serves. Ends with status 1 after it said why not.
 */
import { readConfig } from './platform/config';
import { explainStop } from './platform/explainStop';
import { refuseTaken } from './platform/refuseTaken';

try {
  await refuseTaken(readConfig(process.env));
} catch (error) {
  explainStop(error);
  process.exitCode = 1;
}
