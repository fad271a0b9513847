import type { RemoteEvent } from '../remotes/RemoteEvent';
import type { HostReports } from '../reports/createReports';

/** What went wrong with a release, as a fault of this page. What went well is no fault. */
export function reportRemoteEvent(reports: HostReports, event: RemoteEvent): void {
  switch (event.type) {
    case 'failed': {
      const { remote, version, kind, detail } = event.failure;
      return reports
        .of(remote, version ?? '')
        .report(new Error(`remote ${kind}: ${detail}`), { code: 'REMOTE_UNAVAILABLE', where: 'loader' });
    }
    case 'fell-back':
      return reports
        .of(event.remote, event.shown)
        .report(new Error(`fell back from ${event.wanted} to ${event.shown}`), { where: 'loader' });
    case 'loaded':
    case 'swapped':
  }
}
