import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What lint, by the settings of the project, says of the files: file and rule, sorted. */
function judge(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-lint-'));
  try {
    for (const name of ['.oxlintrc.json', 'tsconfig.base.json']) copyFileSync(join(root, name), join(folder, name));
    for (const name of ['node_modules', 'tools']) symlinkSync(join(root, name), join(folder, name));
    writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "./tsconfig.base.json", "include": ["**/src"] }');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const program = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [program, '-f', 'json', ...Object.keys(files)], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    return diagnostics.map(({ code, filename }) => `${filename}: ${code}`).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bans = `
export const now = Date.now();
export const date = new Date();
export const given = new Date(0);
export const chance = Math.random();
export const price = parseFloat('1.5');
export function forgets(kind: 'a' | 'b'): number {
  Promise.resolve(1);
  switch (kind) {
    case 'a':
      return 1;
  }
  return 2;
}
`;
const page = `
export const Page = () => (
  <p title="Buy now">
    Sell now
    {localStorage.length}
    {setTimeout(() => {}, 1)}
  </p>
);
`;

test('each ban is at work where it should be, and not for an owner or a test', () => {
  const said = judge({
    'server/src/order.ts': bans,
    'server/src/platform/clock.ts': bans,
    'remote-x/src/Page.tsx': page,
    'remote-x/src/Page.test.tsx': page,
  });
  const types = ['typescript(no-floating-promises)', 'typescript(switch-exhaustiveness-check)'];
  expect(said).toEqual([
    'remote-x/src/Page.tsx: eslint(no-restricted-globals)',
    'remote-x/src/Page.tsx: eslint(no-restricted-globals)',
    'remote-x/src/Page.tsx: owned(text)',
    'remote-x/src/Page.tsx: owned(text)',
    ...['owned(chance)', 'owned(clock)', 'owned(clock)', 'owned(money)', ...types].map((rule) => `server/src/order.ts: ${rule}`),
    ...types.map((rule) => `server/src/platform/clock.ts: ${rule}`),
  ]);
});
