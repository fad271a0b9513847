/**
 * npm run bench: every figure is a ratio to a reference that runs in the same command, because machines differ and are
 * noisy. `npm run bench -- orders chart` runs some of them.
 */
import { chromiumPath } from './chromium.mjs';
import { fail, runProgram, runTool, say, setUp } from './setUp.mjs';

const browserBench = (file) => async () => {
  const chromium = await chromiumPath();
  return chromium === undefined
    ? 1
    : runProgram(`tools/bench/${file}`, [], { env: { CHROMIUM_PATH: chromium }, timeoutMs: 600_000 });
};
const benches = {
  load: browserBench('firstLoad.ts'),
  orders: () => runProgram('tools/bench/durableOrders.ts', [], { timeoutMs: 600_000 }),
  // Of the server's own parts, with its test database.
  receipts: () =>
    runTool('jest/bin/jest.js', ['server/test/receiptBench.test.ts'], {
      env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', BENCH_RECEIPTS: '1' },
      timeoutMs: 600_000,
    }),
  accruals: () =>
    runTool('jest/bin/jest.js', ['server/test/accrualBench.test.ts'], {
      env: {
        NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
        BENCH_ACCRUALS: process.env['BENCH_ACCRUALS'] ?? '100000',
      },
      timeoutMs: 3_600_000,
    }),
  crowd: () => runProgram('tools/bench/crowd.ts', [], { timeoutMs: 600_000 }),
  expiries: () => runProgram('tools/bench/expiries.ts', [], { timeoutMs: 900_000 }),
  bots: () => runProgram('server/test/bots/month.ts', [], { timeoutMs: 3_600_000 }),
  rollback: () => runProgram('tools/bench/rollback.ts', [], { timeoutMs: 600_000 }),
  wallet: () => runProgram('tools/bench/wallet.ts', [], { timeoutMs: 900_000 }),
  pixel: browserBench('quoteToPixel.ts'),
  list: browserBench('tickingList.ts'),
  chart: browserBench('chartUpdate.ts'),
};

await setUp();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) fail(`There is no bench called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
let failures = 0;
for (const [name, bench] of Object.entries(benches).filter(([name]) => asked.length === 0 || asked.includes(name))) {
  say(`=== ${name}`);
  if ((await bench()) !== 0) {
    failures += 1;
    say(`    ${name} did not finish`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;
