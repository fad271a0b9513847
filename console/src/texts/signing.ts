export const signingTexts = {
  title: 'Signing keys',
  means:
    'What signs roots and receipts. The public record names each with the signature of the one before; what was signed with a former key stays valid. The secrets lie in a file on the server’s machine.',
  list: 'Keys, newest first',
  none: 'There is none.',
  signs: 'signs now',
  retired: 'retired: what it signed stays valid',
  waits: 'waits: published, and signs, when every process was started anew',
  since: (when: string) => `since ${when}`,
  record: (entry: number) => `entry ${entry} of the public record`,
  notHandedOver: 'The key before it did not sign it: everybody sees that.',
  rotate: 'Make the next key',
  ask: 'Make the next signing key?',
  rotateMeans:
    'The server that answers writes it into its own file; where several machines have a copy, copy it to each. Then start every process anew within a day: from there on the new key signs.',
  waitsAlready: 'A key waits already. Start every process anew before another one is made.',
  key: 'Key that signs after the next start',
  next: 'a new one, named when it is made',
  reasonHint: 'Kept in the audit log with your name.',
  done: 'The next key is made. Start every process anew within a day.',
} as const;
