import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { amount, divide, isPositive, toText, type Amount } from '@tessera/shared/money';
import { AmountText, Card, SectionHeading } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import type { LivePortfolio } from './livePortfolio';
import styles from './PartsPicture.module.css';

interface PartsPictureProps {
  readonly parts: LivePortfolio['parts'];
  readonly total: string | null;
  readonly asset: string;
  readonly isHidden: boolean;
}

const shareScale = 4;

/** What the total is made of. The picture is for the eye; each part is named beside its pattern, with its share and value. */
export function PartsPicture({ parts, total, asset, isHidden }: PartsPictureProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const scale = useShownScale()(asset);
  const names = {
    coin: tCommon('account.coin'),
    contract: tCommon('account.contract'),
    treasure: t('parts.treasureAndProjects'),
    loans: t('parts.loans'),
  };
  const whole = total === null ? undefined : amount(total);
  const shareOf = (value: string | null): string | undefined =>
    value === null || whole === undefined || !isPositive(whole) ? undefined : share(amount(value), whole);
  return (
    <section>
      <SectionHeading>{t('parts.title')}</SectionHeading>
      <Card>
        {!isHidden && whole !== undefined && isPositive(whole) && (
          <div aria-hidden className={styles.bar}>
            {parts.map(({ part, value }) => {
              const width = shareOf(value);
              return width === undefined || !isPositive(amount(width)) ? null : (
                <span key={part} className={styles.piece} data-part={part} style={{ flexGrow: width }} />
              );
            })}
          </div>
        )}
        <ul className={styles.legend}>
          {parts.map(({ part, value }) => {
            const rate = shareOf(value);
            return (
              <li key={part} className={styles.row}>
                <span aria-hidden className={styles.piece} data-part={part} />
                <span className={styles.name}>{names[part]}</span>
                {!isHidden && rate !== undefined && <span className={styles.share}>{format.rate(rate, { scale: 1 })}</span>}
                <AmountText amount={value} scale={scale} isHidden={isHidden} />
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}

const share = (value: Amount, whole: Amount): string => toText(divide(value, whole, shareScale, 'halfEven'));
