export const auditTexts = {
  title: 'Audit',
  filter: 'Filter',
  of: 'Show',
  changes: 'what changed something',
  calls: 'every call',
  operator: 'By operator',
  about: 'About',
  aboutHint: 'A part of the action or the subject, three characters or more: “user 10000051”.',
  none: 'Nothing of this kind was done.',
} as const;
