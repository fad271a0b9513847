/** The terms of a product or an order in words. */
import type { RedemptionRule, TreasureProduct } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { rate, round } from '@tessera/shared/money';

type Rates = Pick<TreasureProduct, 'rate' | 'rateKind' | 'dailyRate' | 'annualRate'>;

/** Significant digits of a percentage: 0.0329 %. */
const shareDigits = 4;

export function useTermsText() {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const percent = (share: string): string => format.rate(round(rate(share), shareDigits + 2, 'halfEven'), { leastScale: 0 });
  return {
    percent,
    /** "12 % a year" */
    rate: ({ rateKind, rate: share }: Rates): string => t(`rate.${rateKind}`, { rate: percent(share) }),
    /** "= 0.0329 % a day, simple interest" */
    rateMeans: ({ rateKind, dailyRate, annualRate }: Rates): string =>
      t(rateKind === 'annual' ? 'rate.meansAnnual' : 'rate.meansTerm', {
        daily: percent(dailyRate),
        annual: percent(annualRate),
      }),
    /** The cost of early redemption, and whether a part can be redeemed. */
    redemption(rule: RedemptionRule | null): string {
      if (rule === null) return t('rule.never');
      const { penalty, value, isCapped, isPartly } = rule;
      const price =
        penalty === 'forfeit_rewards'
          ? t('rule.forfeit_rewards')
          : t(`rule.${penalty}`, { n: format.figure(value), share: percent(penalty === 'percent_principal' ? value : '0') });
      return [
        price,
        // Forfeited interest is never more than the interest earned.
        ...(penalty === 'forfeit_rewards' ? [] : [t(isCapped ? 'rule.capped' : 'rule.uncapped')]),
        t(isPartly ? 'rule.partly' : 'rule.whole'),
      ].reduce((first, next) => t('rule.sentences', { first, next }));
    },
  };
}
