/** What a verb that changed something tells a person. */
import type { RemoteChange } from '../change/changeRemote';
import type { HostChange } from '../host/switchHost';
import type { Paint } from './paint';

export function remoteChangeText(
  { remote, outcome, serial, reason, change, warnings, after }: RemoteChange,
  paint: Paint,
): string {
  const way =
    after.apply === 'now'
      ? 'running pages follow at once, where nothing is open'
      : 'running pages follow at their next safe moment';
  switch (outcome) {
    case 'unchanged':
      return `${remote}: unchanged, serial ${serial}`;
    case 'would-change':
      return lines(`${remote}: ${change}`, `dry run: nothing changed; it would be serial ${serial}`, warnings, paint);
    case 'changed':
      return lines(`${remote}: ${change}`, `serial ${serial} (${reason}); ${way}`, warnings, paint);
  }
}

export function hostChangeText({ outcome, from, to, reason, warnings }: HostChange, paint: Paint): string {
  switch (outcome) {
    case 'unchanged':
      return `host: unchanged, live is ${to}`;
    case 'would-change':
      return lines(`host: ${from ?? 'none'} -> ${to}`, 'dry run: nothing changed', warnings, paint);
    case 'changed':
      return lines(`host: ${from ?? 'none'} -> ${to}`, `(${reason}); pages get it when they are opened anew`, warnings, paint);
  }
}

function lines(head: string, detail: string, warnings: readonly string[], paint: Paint): string {
  return [paint('bold', head), detail, ...warnings.map((warning) => paint('yellow', `warning: ${warning}`))].join('\n');
}
