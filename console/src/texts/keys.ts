export const keysTexts = {
  title: 'Keys',
  on: 'Single keys work',
  close: 'Close',
  keys: [
    { keys: ['j', '↓'], does: 'next in a list' },
    { keys: ['k', '↑'], does: 'the one before' },
    { keys: ['Enter'], does: 'open it' },
    { keys: ['a'], does: 'approve what is open; asks first' },
    { keys: ['r'], does: 'reject what is open; asks why' },
    { keys: ['n'], does: 'next that waits' },
    { keys: ['Esc'], does: 'back; closes a dialog' },
    { keys: ['?'], does: 'these keys' },
  ],
} as const;
