import { expect, it } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { fakeContext } from '@tessera/shared/testing';
import { createReports } from './createReports';

function setUp() {
  const { api } = fakeContext();
  api.respond('clientReport', {});
  const logged: unknown[] = [];
  return {
    api,
    logged,
    reports: createReports({ api: () => api, release: '1.0.0+aaaaaaaa', log: (error) => logged.push(error) }),
  };
}

it('a fault: told once, with release, remote and code', () => {
  const { api, reports } = setUp();
  const fault = new TypeError('x is not a function');
  for (let times = 0; times < 3; times += 1)
    reports.of('market', '0.1.0+bbbbbbbb').report(fault, { code: 'REMOTE_UNAVAILABLE', where: 'list' });
  expect(api.callsOf('clientReport').map(({ request }) => request)).toEqual([
    {
      message: expect.stringContaining('TypeError: x is not a function'),
      release: '0.1.0+bbbbbbbb',
      remote: 'market',
      code: 'REMOTE_UNAVAILABLE',
      where: 'list',
    },
  ]);
});

it('what may happen on any day is no fault', () => {
  const { api, reports } = setUp();
  reports.report(new AppError('NETWORK_UNREACHABLE'));
  reports.report(new AppError('AUTH_SESSION_ENDED'));
  expect(api.calls).toHaveLength(0);
});

it('a page that breaks without end: silent after twenty', () => {
  const { api, reports, logged } = setUp();
  for (let number = 0; number < 100; number += 1) reports.report(new Error(`fault ${number}`));
  expect(api.calls).toHaveLength(20);
  expect(logged).toHaveLength(20);
});
