/** The status for a person: one line per release that people may be running, with what is wrong in colour. */
import type { RemoteStatus, StatusReport } from '../commands/StatusReport';
import { ago } from './spans';
import type { Paint } from './paint';
import { table } from './table';

export function statusText(report: StatusReport, nowMs: number, paint: Paint): string {
  const { channel, serial, reason, changedBy, changedAtMs, nodes, unreadablePresence, remotes } = report;
  const last =
    changedAtMs === null ? 'nothing promoted yet' : `${ago(nowMs - changedAtMs)} by ${changedBy ?? 'unknown'}: ${reason ?? ''}`;
  const isUnproven = Object.values(remotes).some(({ stable, previous, canary, published }) =>
    published.some(({ version, isProven }) => !isProven && [stable, previous, canary?.version].includes(version)),
  );
  const rows = Object.entries(remotes).flatMap(([name, remote]) => remoteRows(name, remote, paint));
  const notes = Object.entries(remotes).flatMap(([name, remote]) => remoteNotes(name, remote, nowMs, paint));
  return [
    `${paint('bold', `channel ${channel}, serial ${serial}`)}  ${last}`,
    nodes === 0
      ? 'no server tells what pages run: sessions are unknown'
      : `${nodes} ${nodes === 1 ? 'server tells' : 'servers tell'} what pages run`,
    ...unreadablePresence.map((key) =>
      paint('yellow', `${key} is damaged or of another version: the pages of its server are not counted`),
    ),
    '',
    hostTable(report, paint),
    '',
    table(
      [
        { title: 'remote' },
        { title: 'place' },
        { title: 'release' },
        { title: 'sessions', isNumber: true },
        { title: 'failed in 1 h', isNumber: true },
        { title: 'published', isNumber: true },
        { title: 'built (UTC)' },
        { title: 'note' },
      ],
      rows,
    ),
    ...(isUnproven ? ['', unprovenMeans] : []),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n');
}

function hostTable({ host, nodes }: StatusReport, paint: Paint): string {
  const versions = [...new Set([...(host.live === null ? [] : [host.live]), ...Object.keys(host.sessions)])];
  const rows = versions.map((version) => [
    version === host.live ? 'live' : paint('yellow', 'draining'),
    version,
    version === host.live ? (host.contract ?? '-') : '',
    nodes === 0 ? 'unknown' : String(host.sessions[version] ?? 0),
  ]);
  return table(
    [{ title: 'host' }, { title: 'version' }, { title: 'contract' }, { title: 'sessions', isNumber: true }],
    rows.length === 0 ? [['-']] : rows,
  );
}

function remoteRows(name: string, remote: RemoteStatus, paint: Paint): readonly (readonly string[])[] {
  const { stable, previous, canary, sessions } = remote;
  const places: (readonly [place: string, version: string])[] = [];
  if (stable !== null) places.push(['stable', stable]);
  if (canary !== null)
    places.push([
      canary.isHalted ? paint('red', `canary halted at ${canary.percent} %`) : paint('cyan', `canary ${canary.percent} %`),
      canary.version,
    ]);
  if (previous !== null) places.push(['previous', previous]);
  const named = new Set(places.map(([, version]) => version));
  for (const [version, count] of Object.entries(sessions ?? {}))
    if (!named.has(version) && count > 0) places.push([paint('yellow', 'draining'), version]);
  if (places.length === 0) return [[name, '-', '-', '', '', String(remote.published.length)]];
  return places.map(([place, version], index) => {
    const running = sessions === null ? 'unknown' : String(sessions[version] ?? 0);
    const about = remote.published.find((release) => release.version === version);
    return [
      index === 0 ? name : '',
      place,
      version,
      running,
      failures(remote, version, paint),
      index === 0 ? String(remote.published.length) : '',
      about === undefined ? '-' : minuteOf(about.builtAtMs),
      [...(about?.isProven === false ? ['unproven'] : []), ...(about?.note == null ? [] : [about.note])].join(': '),
    ];
  });
}

const unprovenMeans = 'unproven: not yet played in a browser; "publish <remote>" does that';

const minuteOf = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 16);

function failures({ failures: minutes }: RemoteStatus, version: string, paint: Paint): string {
  const own = minutes.filter((minute) => minute.version === version);
  if (own.length === 0) return '-';
  const failed = own.reduce((sum, minute) => sum + minute.failed, 0);
  const text = `${failed} of ${own.reduce((sum, minute) => sum + minute.loaded, 0)}`;
  return failed === 0 ? text : paint('red', text);
}

function remoteNotes(name: string, { lock, disabled }: RemoteStatus, nowMs: number, paint: Paint): readonly string[] {
  return [
    ...(lock === null ? [] : [paint('yellow', `${name} is locked by ${lock.by} (${ago(nowMs - lock.atMs)}): ${lock.reason}`)]),
    ...(disabled === null
      ? []
      : [
          paint(
            'red',
            `${name} is disabled: ${Object.entries(disabled)
              .map(([language, text]) => `${language}: ${text}`)
              .join(' · ')}`,
          ),
        ]),
  ];
}
