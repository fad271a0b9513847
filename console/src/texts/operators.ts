export const operatorsTexts = {
  title: 'Operators',
  adding: 'Operators are added on the server’s machine; their keys of one-time codes and other passwords are made there:',
  commands: [
    'npm run ops -- operators add <name> --roles <roles>',
    'npm run ops -- operators key <name> --reason "…"',
    'npm run ops -- operators password <name> --reason "…"',
  ],
  list: 'Who may act for the house',
  you: 'you',
  disabledSince: (when: string) => `disabled since ${when}`,
  noKey: 'no key of one-time codes: cannot sign in',
  signedIn: (when: string) => `last signed in ${when}`,
  never: 'never signed in',
  added: (when: string) => `added ${when}`,
  disable: 'Disable',
  enable: 'Enable',
  nameOf: { disable: (who: string) => `Disable ${who}`, enable: (who: string) => `Enable ${who}` },
  ask: { disable: (who: string) => `Disable ${who}?`, enable: (who: string) => `Enable ${who}?` },
  means: {
    disable:
      'He is signed out at once, decides nothing any more, what he proposed cannot be confirmed, and what he agreed to in a review that waits does not count. Refused while nobody besides him and you has each of his roles.',
    enable:
      'He has his roles again. He cannot sign in until “operators key” makes him a new key on the server’s machine; what he had proposed before is rejected.',
  },
  reasonHint: 'Kept in the audit log with your name.',
  done: {
    disable: (who: string) => `${who} is disabled.`,
    enable: (who: string) => `${who} has his roles again, and needs a new key of one-time codes.`,
  },
} as const;
