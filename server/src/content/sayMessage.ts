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
/** Parameters in which decimal figures stand, alone or in a text ("0.5 BTC, 12 USDT", "75 %"); all others are said as they are. */
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
  profit: { signDisplay: 'exceptZero' },
  ltv: {},
  level: {},
  rate: {},
  fee: {},
  sold: {},
  left: {},
};

export interface SaidMessage {
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
}

export function sayMessage(texts: Texts, language: Language, { kind, params }: SaidMessage, part: 'title' | 'body'): string {
  const said = Object.entries(params).map(([name, text]) => {
    const options = figures[name];
    if (name === 'symbol') return [name, text.replace('-', '/')];
    return [name, options === undefined ? text : figuresIn(language, text, options)];
  });
  return texts.say(language, `messages.${kind}.${part}`, Object.fromEntries(said));
}

/** Figures go in as texts, so that no digit is lost. */
const figuresIn = (language: Language, text: string, options: Intl.NumberFormatOptions): string =>
  text.replace(/(?<!\w)(-?\d+(?:\.\d+)?)( %)?(?!\w)/g, (_, figure: string, percent: string | undefined) =>
    new Intl.NumberFormat(tags[language], {
      ...{ maximumFractionDigits: 18, useGrouping: true, ...options },
      ...(percent === undefined ? {} : { style: 'unit', unit: 'percent' }),
    }).format(figure as Intl.StringNumericLiteral),
  );
