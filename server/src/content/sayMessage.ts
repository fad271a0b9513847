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
type FigureStyle = Pick<Intl.NumberFormatOptions, 'signDisplay'>;

/** Parameters in which decimal figures stand, alone or in a text ("0.5 BTC, 12 USDT", "75 %"); all others are said as they are. */
const figures: Readonly<Record<string, FigureStyle>> = {
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

/** Made once: to make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();
function formatOf(language: Language, options: FigureStyle, isPercent: boolean): Intl.NumberFormat {
  const key = `${language} ${options.signDisplay} ${isPercent}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tags[language], {
      ...{ maximumFractionDigits: 18, useGrouping: true, ...options },
      ...(isPercent ? { style: 'unit', unit: 'percent' } : {}),
    });
    formats.set(key, format);
  }
  return format;
}

/** Figures go in as texts, so that no digit is lost. */
const figuresIn = (language: Language, text: string, options: FigureStyle): string =>
  text.replace(/(?<!\w)(-?\d+(?:\.\d+)?)( %)?(?!\w)/g, (_, figure: string, percent: string | undefined) =>
    formatOf(language, options, percent !== undefined).format(figure as Intl.StringNumericLiteral),
  );
