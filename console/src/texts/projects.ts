import { figure, percent } from '../parts/figure';
import { contentTexts } from './content';
import type { Language } from '@tessera/shared/contract';
import type { ProjectProposal, ProjectShown } from '@tessera/shared/operations';

const states: Readonly<Record<ProjectShown['state'], string>> = {
  proposed: 'waits for approval',
  rejected: 'rejected',
  open: 'open',
  settling: 'result is being booked',
  ended: 'ended',
  cancelling: 'money is being returned',
  cancelled: 'cancelled',
};
const acts: Readonly<Record<ProjectProposal['act'], string>> = {
  open: 'to open it',
  result: 'its result',
  cancel: 'to cancel it and return all money',
};

export const projectsTexts = {
  title: 'Projects',
  means: 'What one operator proposes another approves. What they agreed on is published, and never changes.',
  none: 'There is no project yet.',
  list: 'Projects',
  states,
  fact: {
    state: 'State',
    bounds: 'Per person',
    participants: 'Participants',
    taken: 'Put in',
    closes: 'Takes participants until',
    ends: 'Ends',
    share: 'Result',
    returned: 'Paid back by now',
  },
  bounds: (min: string, max: string, asset: string) => `${figure(min)} to ${figure(max)} ${asset}`,
  of: (part: string | number, whole: string | number) => `${figure(String(part))} of ${figure(String(whole))}`,
  sum: (amount: string, asset: string) => `${figure(amount)} ${asset}`,
  /** Every digit of it, and what it means. */
  result: (share: string) => `${figure(share)} (${percent(share)})`,
  waits: ({ act, operator, reason }: Pick<ProjectProposal, 'act' | 'operator' | 'reason'>) =>
    `Proposed by ${operator}: ${acts[act]}. ${reason}`,
  own: 'Another operator has to approve what you proposed.',
  share: (share: string) => `Share of what was put in: ${share}`,
  act: {
    propose: 'Propose a project …',
    result: 'Propose its result …',
    cancel: 'Propose to cancel it …',
    approve: 'Approve …',
    reject: 'Reject …',
  },
  ask: {
    propose: 'Propose a project',
    result: (name: string) => `Propose the result of ${name}`,
    cancel: (name: string) => `Propose to cancel ${name}`,
    approve: (name: string, act: ProjectProposal['act']) => `${name}: approve ${acts[act]}?`,
    reject: (name: string, act: ProjectProposal['act']) => `${name}: reject ${acts[act]}?`,
  },
  proposeNow: 'Propose it',
  approveNow: 'Approve and publish',
  rejectNow: 'Reject it',
  reasonHint: 'For the colleague who approves it, and the audit log.',
  publicReason: 'Published, and shown to everybody who takes part.',
  paysBack: (returned: string, asset: string, participants: number) =>
    `${figure(returned)} ${asset} are paid back to ${participants} participants.`,
  field: {
    asset: 'Asset',
    min: 'Least of one person',
    max: 'Most of one person',
    maxParticipants: 'Participants at most',
    capacity: 'Most of everybody (empty: no bound)',
    closesAt: 'Takes participants until (your time)',
    endsAt: 'Ends (your time)',
    share: 'Share of what was put in (-0.031 is a loss of 3.1 %)',
    name: (language: Language) => `Name, ${contentTexts.language(language)}`,
    about: (language: Language) => `About it, ${contentTexts.language(language)}`,
    statement: (language: Language) => `Statement, ${contentTexts.language(language)}`,
  },
  otherLanguages: 'Other languages (without one people read the English)',
  done: { proposed: 'Proposed. Another operator has to approve it.', approved: 'Approved and published.', rejected: 'Rejected.' },
} as const;
