import { remoteNames } from '@tessera/shared/federation';
import { verbs } from './verbs';

export function usage(): string {
  const entries = Object.entries(verbs).map(([name, { synopsis, about }]) => `  ${name} ${synopsis}\n      ${about}`);
  return [
    'Usage: npm run release -- <verb>',
    '',
    ...entries,
    '',
    'All verbs: --reason "<why>" · --by "<who>" · --json (one document on stdout)',
    '--dry-run checks everything and changes nothing; --now: running pages follow at once, where nothing is open',
    `Remotes: ${remoteNames.join(', ')}. What to do when: docs/runbook.md`,
    'Exit codes: 0 done · 1 unexpected fault · 2 not understood · 3 refused · 4 changed by somebody else meanwhile, try again ·',
    '            5 the store cannot be reached',
  ].join('\n');
}
