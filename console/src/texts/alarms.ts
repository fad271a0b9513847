/** Of what an operator has dealt with. */
export const alarmTexts = {
  mark: 'Done …',
  ask: (what: string) => `${what}: done?`,
  confirm: 'It is done',
  reasonHint: 'What you found and did. Kept in the audit log with your name, and shown here.',
  marked: 'Marked as done.',
  done: (by: string, when: string, reason: string) => `Done by ${by}, ${when}: ${reason}`,
  acts: (what: string) => `What can be done: ${what}`,
} as const;
