import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalStore } from '../browser/localStore';
import { createPreferences } from './createPreferences';

function setUp(stored: Record<string, string> = {}, isDeviceDark = false) {
  window.localStorage.clear();
  const store = createLocalStore(window);
  for (const [key, value] of Object.entries(stored)) store.write(key, value);
  const device = Object.assign(new EventTarget(), { matches: isDeviceDark });
  window.matchMedia = (() => device) as never;
  const languages: string[] = [];
  const preferences = createPreferences({ store, page: window, onLanguageChosen: (language) => languages.push(language) });
  /** What another page of this browser does: its entry is there, and the browser tells this page of it. */
  const elsewhere = (key: string, newValue: string | null) => {
    if (newValue === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  };
  const turnDevice = (isDark: boolean) => {
    device.matches = isDark;
    device.dispatchEvent(new Event('change'));
  };
  return { store, preferences, languages, turnDevice, elsewhere, root: document.documentElement };
}
beforeEach(() => document.documentElement.removeAttribute('data-theme'));

describe('preferences', () => {
  it('nothing stored: the device decides and goes on deciding; English; green is up', () => {
    const { preferences, root, turnDevice } = setUp({}, true);
    expect([preferences.themeChoice.value, root.dataset['theme'], root.lang, root.dataset['up']]).toEqual([
      'system',
      'dark',
      'en',
      'green',
    ]);
    turnDevice(false);
    expect(root.dataset['theme']).toBe('light');
  });

  it('a chosen theme: stored, shown, and deaf to the device; back to the device: not stored any more', () => {
    const { preferences, store, root, turnDevice } = setUp();
    preferences.setThemeChoice('dark');
    turnDevice(false);
    expect([store.read('theme'), root.dataset['theme']]).toEqual(['dark', 'dark']);
    preferences.setThemeChoice('system');
    expect([store.read('theme'), root.dataset['theme']]).toEqual([undefined, 'light']);
  });

  it('a chosen language: stored by its code, shown by its tag, told once', () => {
    const { preferences, store, root, languages } = setUp();
    preferences.setLanguage('jp');
    preferences.setLanguage('jp');
    expect([store.read('lang'), root.lang, languages]).toEqual(['jp', 'ja', ['jp']]);
  });

  it('stored nonsense: as if nothing were stored', () => {
    const { preferences } = setUp({ theme: 'purple', lang: 'toString' });
    expect([preferences.theme.value, preferences.language.value]).toEqual(['light', 'en']);
  });

  it('red is up: stored and shown', () => {
    const { preferences, root, store } = setUp();
    preferences.setUpColor('red');
    expect([root.dataset['up'], store.read('tessera.upColor')]).toEqual(['red', 'red']);
  });

  it('never chosen: the language decides which colour is up, and goes on deciding', () => {
    const { preferences, root, store } = setUp({ lang: 'zh' });
    expect([preferences.upColor.value, root.dataset['up']]).toEqual(['red', 'red']);
    preferences.setLanguage('de');
    expect(root.dataset['up']).toBe('green');
    preferences.setLanguage('ko');
    expect([root.dataset['up'], store.read('tessera.upColor')]).toEqual(['red', undefined]);
  });

  it('a language that another page chose: shown here too; the server heard of it from there', () => {
    const { preferences, root, languages, elsewhere } = setUp();
    elsewhere('lang', 'zh');
    expect([preferences.language.value, root.lang, root.dataset['up'], languages]).toEqual(['zh', 'zh-CN', 'red', []]);
    elsewhere('lang', 'toString');
    expect(preferences.language.value).toBe('en');
  });

  it('a theme and an up colour that another page chose: shown here too, and taken back with it', () => {
    const { preferences, root, elsewhere } = setUp();
    elsewhere('theme', 'dark');
    elsewhere('tessera.upColor', 'red');
    expect([preferences.themeChoice.value, root.dataset['theme'], root.dataset['up']]).toEqual(['dark', 'dark', 'red']);
    elsewhere('theme', null);
    elsewhere('tessera.upColor', null);
    expect([preferences.themeChoice.value, root.dataset['theme'], root.dataset['up']]).toEqual(['system', 'light', 'green']);
  });

  it('amounts: shown until somebody closes the eye; stored, and followed from another page', () => {
    const { preferences, store, elsewhere } = setUp();
    const seen: boolean[] = [];
    preferences.amountsHidden?.subscribe((isHidden) => seen.push(isHidden));
    preferences.setAmountsHidden?.(true);
    expect(store.read('tessera.amountsHidden')).toBe('yes');
    elsewhere('tessera.amountsHidden', null);
    elsewhere('tessera.amountsHidden', 'yes');
    expect(seen).toEqual([false, true, false, true]);
  });

  it('chosen once: the language has no say any more', () => {
    const { preferences, root } = setUp({ lang: 'tw', 'tessera.upColor': 'green' });
    expect(root.dataset['up']).toBe('green');
    preferences.setLanguage('jp');
    expect(preferences.upColor.value).toBe('green');
  });
});
