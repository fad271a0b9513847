/** The real English texts around a part under test. */
import '@testing-library/jest-dom/jest-globals';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from '@tessera/shared/kernel';
import type { Language } from '../domain/contract';
import { createI18n } from '../remote-kit/i18n/createI18n';

export async function renderWithTexts(element: ReactNode, language: Language = 'en'): Promise<RenderResult> {
  const texts = createI18n({ language, namespaces: {}, isDevelopment: true });
  await texts.ready;
  const wrap = (inner: ReactNode) => <I18nextProvider i18n={texts.i18n}>{inner}</I18nextProvider>;
  const result = render(wrap(element));
  return { ...result, rerender: (next) => result.rerender(wrap(next)) };
}
