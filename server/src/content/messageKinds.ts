/** What a message can be about, and under which heading it is listed. Its words: locales/<language>/content.json, messages.<kind>. */
export const messageKinds = {
  welcome: 'news',
  password_changed: 'security',
  payment_password_changed: 'security',
  email_changed: 'security',
  phone_changed: 'security',
  one_time_codes_on: 'security',
  one_time_codes_off: 'security',
  recovery_codes_renewed: 'security',
  wrong_one_time_codes: 'security',
  new_device: 'security',
  step_up_locked: 'security',
  identity_primary_certified: 'security',
  identity_primary_rejected: 'security',
  identity_advanced_certified: 'security',
  identity_advanced_rejected: 'security',
  limit_in_force: 'money',
  limit_raise_asked: 'security',
  limit_set_by_operator: 'money',
  break_begun: 'money',
  demo_opened: 'money',
  market_closing: 'trading',
  service_answered: 'news',
} as const satisfies Record<string, 'money' | 'security' | 'trading' | 'news'>;

export type MessageKind = keyof typeof messageKinds;
