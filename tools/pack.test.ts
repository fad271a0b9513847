/** What a team outside of the repository gets: the examples and a page of its own are judged against the package's types alone. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../e2e/fixtures/startProgram';
import { teamFolder, type TeamFolder } from '../e2e/fixtures/teamFolder';

const examples = ['host', 'remote-rspack', 'remote-vite'];

/** A door that is not there, a name that is not there or a wrong type: each line that must not compile says so. */
const ownPage = `
import { Form } from '@tessera/shared/forms';
import { CandleChart } from '@tessera/shared/charts';
import { BehaviorSubject, useQuery } from '@tessera/shared/kernel';
import { createRemote, useQuote } from '@tessera/shared/react';
import { formatFigure } from '@tessera/shared/i18n';
import { useMoneyAction } from '@tessera/shared/actions';
import { DayList } from '@tessera/shared/lists';
import { Button } from '@tessera/shared/ui';
import { contractVersion, type RemoteContext, type RemoteModule } from '@tessera/shared/federation';

export const parts = [Form, CandleChart, BehaviorSubject, useQuery, useQuote, formatFigure, useMoneyAction, DayList, Button];
export const mount: RemoteModule['mount'] = createRemote({ namespaces: {}, routes: { pages: {}, home: '/pages/market/index' } });
export const price = (context: RemoteContext): string | undefined => context.quotes.peek(contractVersion)?.price;
// @ts-expect-error a price is text, not a number
export const wrongPrice = (context: RemoteContext): number | undefined => context.quotes.peek('BTC-USDT')?.price;
// @ts-expect-error the facade has no such name
export { everything } from '@tessera/shared/kernel';
// @ts-expect-error tests and builds of the repository are not in the package
export { fakeContext } from '@tessera/shared/testing';
`;

let team: TeamFolder;
beforeAll(() => {
  team = teamFolder();
}, 240_000);
afterAll(() => team.remove());

test('every door of the package has types that a strict compiler takes', () => {
  const page = join(team.folder, 'page');
  mkdirSync(join(page, 'src'), { recursive: true });
  for (const name of examples) cpSync(join(team.exampleOf(name), 'src'), join(page, 'src', name), { recursive: true });
  cpSync(join(team.folder, 'host/tsconfig.json'), join(page, 'tsconfig.json'));
  writeFileSync(join(page, 'src/page.tsx'), ownPage);
  const compiler = join(team.folder, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', page], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
}, 240_000);

test('an example names the versions that it is tried with', () => {
  const installed = (name: string) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  for (const name of examples) {
    const path = join(root, 'release/examples', name, 'package.json');
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'));
    const named: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
    expect([dirname(path), named]).toEqual([
      dirname(path),
      Object.fromEntries(Object.keys(named).map((each) => [each, installed(each)])),
    ]);
  }
});
