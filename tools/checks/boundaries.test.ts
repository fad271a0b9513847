/**
 * The guard's own test: one forbidden import is planted per rule, in a small tree of the project's shape, and each must be
 * reported under its rule's name; the allowed imports beside them must not. Guards rot silently otherwise.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** rule, file that imports, what it imports (a file of the tree, a package or a Node module) */
const planted: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['no-circle', 'server/src/circle/a.ts', 'server/src/circle/b.ts'],
  ['pure-shared-stays-pure', 'shared/src/domain/money/impure.ts', 'shared/src/design/ui/Button.tsx'],
  ['pure-shared-has-no-platform', 'shared/src/domain/time/withNode.ts', 'node:fs'],
  ['pure-shared-libraries', 'shared/src/domain/contract/withReact.ts', 'react'],
  ['shared-knows-nobody', 'shared/src/design/ui/knowsHost.tsx', 'host/src/main.tsx'],
  ['testing-only-in-tests', 'remote-trade/src/routes.tsx', 'shared/src/testkit/aQuote.ts'],
  ['host-kit-only-in-hosts', 'remote-trade/src/usesSocket.ts', '@tessera/shared/realtime'],
  ['remote-imports-shared-only', 'remote-trade/src/usesMarket.ts', 'remote-market/src/remote.tsx'],
  ['remote-imports-shared-only', 'remote-foreign/src/usesServer.ts', 'server/src/app.ts'],
  ['remote-not-through-the-build', 'remote-trade/src/usesBuild.ts', 'shared/build/remoteConfig.mjs'],
  ['feature-stands-alone', 'remote-trade/src/features/ticket/usesHistory.ts', 'remote-trade/src/features/history/history.ts'],
  ['feature-stands-alone', 'remote-trade/src/features/ticket/usesRoutes.ts', 'remote-trade/src/routes.tsx'],
  ['product-stands-alone', 'remote-trade/src/products/seconds/usesSpot.ts', 'remote-trade/src/products/spot/ticketForm.ts'],
  ['product-stands-alone', 'remote-trade/src/products/seconds/usesTicket.ts', 'remote-trade/src/features/ticket/ticket.ts'],
  ['orders-know-no-product', 'remote-trade/src/orders/usesSpot.ts', 'remote-trade/src/products/spot/ticketForm.ts'],
  ['components-know-no-feature', 'remote-trade/src/components/usesTicket.ts', 'remote-trade/src/features/ticket/ticket.ts'],
  ['host-names-no-remote', 'host/src/usesRemote.ts', 'remote-market/src/remote.tsx'],
  ['product-stands-alone', 'server/src/products/spot/usesSeconds.ts', 'server/src/products/seconds/acceptance.ts'],
  ['server-imports-pure-shared', 'server/src/usesUi.ts', '@tessera/shared/ui'],
  ['server-imports-pure-shared', 'server/src/usesHost.ts', 'host/src/main.tsx'],
  ['server-imports-pure-shared', 'server/src/usesReleaseTool.ts', 'release/src/index.ts'],
  ['server-releases-use-the-release-tool', 'server/src/releases/usesStore.ts', 'release/src/store/Bucket.ts'],
  ['release-knows-shapes-only', 'release/src/usesKernel.ts', '@tessera/shared/kernel'],
  ['release-knows-shapes-only', 'release/src/usesServer.ts', 'server/src/app.ts'],
  ['harness-is-a-host', 'release/src/conformance/harness/usesMarket.ts', 'remote-market/src/remote.tsx'],
  ['console-stands-alone', 'console/src/usesUi.ts', '@tessera/shared/ui'],
  ['console-stands-alone', 'console/src/usesStore.ts', 'release/src/store/Bucket.ts'],
  ['tools-drive-from-outside', 'tools/bench/usesServer.ts', 'server/src/app.ts'],
  ['verifier-shares-nothing', 'tools/verify/usesContract.ts', 'shared/src/domain/contract/order.ts'],
  ['verifier-shares-nothing', 'tools/verify/usesServer.ts', 'server/src/app.ts'],
  ['verifier-shares-nothing', 'tools/verify/usesTools.ts', 'tools/start.mjs'],
  ['verifier-shares-nothing', 'tools/verify/usesPackage.ts', 'react'],
  ['e2e-sees-from-outside', 'e2e/journeys/usesHost.ts', 'host/src/main.tsx'],
  ['e2e-sees-from-outside', 'e2e/journeys/usesTools.ts', 'tools/start.mjs'],
];

const allowed: readonly (readonly [from: string, to: string])[] = [
  ['shared/src/domain/contract/order.ts', 'shared/src/domain/money/amount.ts'],
  ['shared/src/design/ui/AmountText.tsx', 'shared/src/domain/money/amount.ts'],
  ['remote-market/src/remote.tsx', '@tessera/shared/kernel'],
  ['remote-trade/src/features/ticket/ticket.ts', 'remote-trade/src/components/Row.tsx'],
  ['remote-trade/src/features/ticket/usesRooms.ts', 'remote-trade/src/products/spot/ticketForm.ts'],
  ['remote-trade/src/products/spot/usesOrders.ts', 'remote-trade/src/orders/period.ts'],
  ['remote-trade/src/features/ticket/ticket.test.ts', 'shared/src/testkit/aQuote.ts'],
  ['host/src/main.tsx', '@tessera/shared/realtime'],
  ['server/src/app.ts', 'shared/src/domain/money/amount.ts'],
  ['server/src/products/spot/Spot.ts', 'server/src/ledger/Ledger.ts'],
  ['server/src/releases/Guard.ts', 'release/src/index.ts'],
  ['server/src/releases/Guard.ts', 'shared/src/federation/index.ts'],
  ['release/src/main.ts', 'shared/src/federation/index.ts'],
  ['release/src/conformance/harness/usesKernel.ts', '@tessera/shared/kernel'],
  ['console/src/api.ts', 'release/src/index.ts'],
  ['console/webpack.config.mjs', 'shared/build/baseConfig.mjs'],
  ['tools/pictures.ts', 'e2e/fixtures/phone.ts'],
  ['tools/verify/main.ts', 'tools/verify/log.ts'],
  ['tools/verify/bytes.ts', 'node:crypto'],
  ['e2e/federation/conformance.spec.ts', 'release/src/main.ts'],
  ['e2e/federation/releaseTool.ts', 'release/src/main.ts'],
  ['e2e/journeys/login.ts', 'shared/src/domain/contract/order.ts'],
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let tree: string;
let violations: readonly Violation[];

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'tessera-boundaries-'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'shared/package.json']) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    copyFileSync(join(root, file), join(tree, file));
  }
  mkdirSync(join(tree, 'node_modules/@tessera'), { recursive: true });
  symlinkSync(join(tree, 'shared'), join(tree, 'node_modules/@tessera/shared'));
  for (const name of ['react', 'typescript']) symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
  const imports = new Map<string, string[]>();
  const add = (file: string, ...targets: string[]): unknown => imports.set(file, [...(imports.get(file) ?? []), ...targets]);
  for (const [, from, to] of planted) add(from, to);
  for (const [from, to] of allowed) add(from, to);
  add('server/src/circle/b.ts', 'server/src/circle/a.ts');
  for (const target of [...imports.values()].flat()) if (/^[a-z0-9-]+\/.*\.\w+$/.test(target)) add(target);
  add('shared/src/design/ui/index.ts');
  add('shared/src/host-kit/realtime/index.ts');
  add('shared/src/remote-kit/kernel/index.ts');
  for (const [file, targets] of imports) {
    const path = join(tree, file);
    mkdirSync(dirname(path), { recursive: true });
    const lines = targets.map(
      (target) => `import ${JSON.stringify(/^[a-z0-9-]+\/.*\.\w+$/.test(target) ? join(tree, target) : target)};`,
    );
    writeFileSync(path, [...lines, 'export const here = 1;', ''].join('\n'));
  }
  const folders = [
    'shared',
    'host',
    'remote-market',
    'remote-trade',
    'remote-foreign',
    'server',
    'release',
    'console',
    'tools',
    'e2e',
  ];
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
    {
      cwd: tree,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  );
  if (stdout === '') throw new Error(stderr);
  violations = JSON.parse(stdout).summary.violations;
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const rulesBrokenBy = (file: string): string[] => [
  ...new Set(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)),
];

describe('each rule reports its planted import', () => {
  test.each(planted)('%s: %s may not import %s', (rule, from) => expect(rulesBrokenBy(from)).toContain(rule));

  test('every rule has a plant', () => {
    const source = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8');
    const rules = [...source.matchAll(/rule\(\s*'([a-z-0-9]+)'/g)].map((match) => match[1]);
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules));
  });
});

test.each(allowed)('%s may import %s', (from) => expect(rulesBrokenBy(from)).toEqual([]));
