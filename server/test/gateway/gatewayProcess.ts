/**
 * The card gateway of tests as a program: GATEWAY_PORT (9400), GATEWAY_KEYS_FILE, which is made where it is missing. The server takes cards by it
 * with GATEWAY_URL=http://127.0.0.1:9400 and the same file.
 */
import { readOrMakeSecret } from '../../src/platform/readOrMakeSecret';
import { readGatewayKeys } from '../../src/gateway/readGatewayKeys';
import { startPlayedGateway } from './PlayedGateway';

const file = process.env['GATEWAY_KEYS_FILE'] ?? '.data/gateway-keys';
await readOrMakeSecret(file);
const { url } = await startPlayedGateway({
  keys: await readGatewayKeys(file),
  port: Number.parseInt(process.env['GATEWAY_PORT'] ?? '9400', 10),
});
process.stdout.write(`${url}\n`);
// Whoever started it is gone.
process.on('disconnect', () => process.exit());
