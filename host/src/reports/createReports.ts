/**
 * Faults of this page, told to the server so that somebody sees them. A fault that repeats is told once, and a page that
 * is badly broken does not flood: after twenty it is silent. Expected refusals are no faults and are not told.
 */
import { AppError, type ErrorCode } from '@tessera/shared/errors';
import type { ApiClient, ErrorReports } from '@tessera/shared/federation';

const maxReports = 20;

/** Outcomes that the exchange or the network may give on any day. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'NETWORK_UNREACHABLE',
  'NETWORK_TIMEOUT',
  'PLEASE_RETRY',
  'AUTH_LOGIN_REQUIRED',
  'AUTH_SESSION_ENDED',
]);

export interface ReportsDeps {
  readonly api: () => ApiClient;
  /** The host's build. */
  readonly release: string;
  readonly log: (error: unknown) => void;
}

export interface HostReports extends ErrorReports {
  /** The same reports, signed by a remote and its release. */
  of(remote: string, version: string): ErrorReports;
}

export function createReports({ api, release, log }: ReportsDeps): HostReports {
  const told = new Set<string>();

  const reportsOf = (version: string, remote?: string): ErrorReports => ({
    report(error, detail = {}) {
      if (error instanceof AppError && expected.has(error.code)) return;
      const message = describe(error).slice(0, 500);
      const code = detail.code ?? (error instanceof AppError ? error.code : undefined);
      const where = detail.where?.slice(0, 200);
      const key = [remote, code, where, message].join('|');
      if (told.has(key) || told.size >= maxReports) return;
      told.add(key);
      log(error);
      api()
        .call(
          'clientReport',
          {
            message,
            release: version,
            ...(code === undefined ? {} : { code }),
            ...(where === undefined ? {} : { where }),
            ...(remote === undefined ? {} : { remote }),
          },
          { toastErrors: false },
        )
        .catch(() => undefined); // a report about a failing report would never end
    },
  });

  return { ...reportsOf(release), of: (remote, version) => reportsOf(version, remote) };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const at = error.stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim();
  const params = error instanceof AppError ? ` ${JSON.stringify(error.params)}` : '';
  return [`${error.name}: ${error.message}${params}`, at].filter((part) => part !== undefined).join(' ');
}
