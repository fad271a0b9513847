import type { Language } from '@tessera/shared/contract';
import { wordsOf } from '../fixtures/words';
import { Screen } from './Screen';
import { openPage } from './openPage';

/** How the languages that the journeys speak call themselves. */
const ownNames: Partial<Record<Language, string>> = { en: 'English', de: 'Deutsch', th: 'ไทย', zh: '简体中文' };

export class LanguagePage extends Screen {
  static readonly path = '/pages/user/language';

  async open(): Promise<this> {
    await openPage(this.page, LanguagePage.path);
    return this;
  }

  /** The same page, now read in that language. */
  async speak(language: Language): Promise<LanguagePage> {
    await this.button(ownNames[language] ?? language).click();
    return new LanguagePage(this.page, wordsOf(language));
  }
}
