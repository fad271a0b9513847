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
  means: 'One operator proposes, another approves. What is approved is published and never changes.',
  none: 'There is no project yet.',
  list: 'Projects',
  states,
  fact: {
    state: 'State',
    bounds: 'Per person',
    participants: 'Participants',
    taken: 'Total put in',
    closes: 'Takes participants until',
    ends: 'Ends',
    share: 'Result',
    returned: 'Paid back so far',
  },
  bounds: (min: string, max: string, asset: string) => `${figure(min)} to ${figure(max)} ${asset}`,
  of: (part: string | number, whole: string | number) => `${figure(String(part))} of ${figure(String(whole))}`,
  sum: (amount: string, asset: string) => `${figure(amount)} ${asset}`,
  /** Every digit of it, and what it means. */
  result: (share: string) => `${figure(share)} (${percent(share)})`,
  waits: ({ act, operator, reason }: Pick<ProjectProposal, 'act' | 'operator' | 'reason'>) =>
    `Proposed by ${operator}: ${acts[act]}. ${reason}`,
  own: 'You proposed this. Another operator has to approve it.',
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
  proposeNow: 'Propose',
  approveNow: 'Approve and publish',
  rejectNow: 'Reject',
  reasonHint: 'For the operator who approves it, and for the audit log.',
  publicReason: 'Published, and shown to all participants.',
  paysBack: (returned: string, asset: string, participants: number) =>
    `${figure(returned)} ${asset} are paid back to ${participants} participants.`,
  field: {
    asset: 'Asset',
    min: 'Minimum per person',
    max: 'Maximum per person',
    maxParticipants: 'Maximum number of participants',
    capacity: 'Maximum in all (empty: no limit)',
    closesAt: 'Takes participants until (your time)',
    endsAt: 'Ends (your time)',
    share: 'Share of what was put in (-0.031 is a loss of 3.1 %)',
    name: (language: Language) => `Name, ${contentTexts.language(language)}`,
    about: (language: Language) => `About it, ${contentTexts.language(language)}`,
    statement: (language: Language) => `Statement, ${contentTexts.language(language)}`,
  },
  otherLanguages: 'Other languages (where one is empty, the English text is shown)',
  done: { proposed: 'Proposed. Another operator has to approve it.', approved: 'Approved and published.', rejected: 'Rejected.' },
} as const;
