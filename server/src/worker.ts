/** The process of feed and deciding, with a database pool and an event loop that no request can hold up. main.ts starts it. */
import { runCompanion } from './processes/runCompanion';

await runCompanion({ name: 'worker' });
