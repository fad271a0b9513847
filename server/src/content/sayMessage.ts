/** The words of a message in a language: figures as that language writes them. */
import type { Language } from '@tessera/shared/contract';
import type { MessageKind } from './messageKinds';
import type { Texts } from './texts';

const tags: Readonly<Record<Language, string>> = {
  zh: 'zh-CN',
  en: 'en',
  jp: 'ja',
  ko: 'ko',
  tw: 'zh-TW',
  vn: 'vi',
  pt: 'pt',
  es: 'es',
  it: 'it',
  th: 'th',
  de: 'de',
  fr: 'fr',
};
/** Parameters with decimal figures, alone or beside what they are of: "0.003 BTC, 2 USDT". All others are said as they are. */
const figures: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  price: {},
  seen: {},
  amount: {},
  quantity: {},
  lots: {},
  returned: {},
  earned: {},
  locked: {},
  penalty: {},
  fee: {},
  rate: {},
  ltv: {},
  at: {},
  sold: {},
  left: {},
  profit: { signDisplay: 'exceptZero' },
};

/** A figure of its own: no part of a name, an instant or a day. */
const decimal = /(?<![\w.:-])-?\d+(?:\.\d+)?(?![\w.:-])/gu;

export interface SaidMessage {
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
}

export function sayMessage(texts: Texts, language: Language, { kind, params }: SaidMessage, part: 'title' | 'body'): string {
  const said = Object.entries(params).map(([name, text]) => {
    const options = figures[name];
    if (name === 'symbol') return [name, text.replace('-', '/')];
    return [name, options === undefined ? text : text.replaceAll(decimal, (digits) => figure(language, digits, options))];
  });
  return texts.say(language, `messages.${kind}.${part}`, Object.fromEntries(said));
}

/** Text in, so that no digit is lost. */
const figure = (language: Language, text: string, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(tags[language], { maximumFractionDigits: 18, useGrouping: true, ...options }).format(
    text as Intl.StringNumericLiteral,
  );
