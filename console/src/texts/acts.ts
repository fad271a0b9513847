export const actTexts = {
  reason: 'Reason',
  reasonMissing: 'Say why: it is kept with your name.',
  cancel: 'Cancel',
  before: 'Before:',
  after: 'After:',
  nothingChanges: 'Nothing would change.',
  asking: 'Asking what would be …',
} as const;
