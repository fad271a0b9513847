/**
 * Runs alone, before the first paint, so that nobody sees a flash of the wrong theme. It must not import (the build says
 * so); createPreferences and the session say the same again later, with all the rest.
 */
const root = document.documentElement;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const theme = stored('theme');
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
root.dataset['theme'] = theme === 'light' || theme === 'dark' ? theme : prefersDark ? 'dark' : 'light';
// The same countries as customaryUpColor (shared/i18n).
const customaryUp = ['zh', 'tw', 'jp', 'ko'].includes(stored('lang') ?? '') ? 'red' : 'green';
const up = stored('tessera.upColor');
root.dataset['up'] = up === 'red' || up === 'green' ? up : customaryUp;

export {};
