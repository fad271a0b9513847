/**
 * The process that answers operators: the only one that has the login by which they act, so that whoever has the traders' signs nobody in and
 * decides nothing. main.ts starts it, with its own port as the argument, and with the one that this process had before where it is started again.
 */
import { listenForOperators } from './operators/listenForOperators';
import { runCompanion } from './processes/runCompanion';

await runCompanion({
  name: 'operators',
  listen: ({ operationsHttp }, config) => listenForOperators(operationsHttp, config.operations, Number(process.argv[2])),
  forwardSecret: process.env['OPS_FORWARD_SECRET'],
});
