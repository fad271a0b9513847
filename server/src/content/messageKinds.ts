/** What a message can be about, and under which heading it is listed. Its words: locales/<language>/content.json, messages.<kind>. */
export const messageKinds = {
  welcome: 'news',
  password_changed: 'security',
  payment_password_changed: 'security',
  email_changed: 'security',
  step_up_locked: 'security',
  demo_opened: 'money',
  market_closing: 'trading',
} as const satisfies Record<string, 'money' | 'security' | 'trading' | 'news'>;

export type MessageKind = keyof typeof messageKinds;
