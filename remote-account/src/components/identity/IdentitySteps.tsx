import { clsx } from 'clsx';
import { identityActs, type IdentityStatus, type IdentityStep } from '@tessera/shared/contract';
import { languageTag, useLanguage } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, Check, type BadgeTone } from '@tessera/shared/ui';
import type { RealInfo } from './IdentityPage';
import { useStatusText } from './useStatusText';
import styles from './IdentitySteps.module.css';

const steps = ['primary', 'advanced'] as const satisfies readonly IdentityStep[];
const tones: Readonly<Record<IdentityStatus, BadgeTone>> = {
  not_certified: 'neutral',
  under_review: 'warning',
  certified: 'success',
};

/** The two steps one under the other, each with its state and with what the exchange asks it for. */
export function IdentitySteps({ info, current }: { readonly info: RealInfo; readonly current: IdentityStep }) {
  const { t } = useTranslation('account');
  const statusText = useStatusText();
  const list = new Intl.ListFormat(languageTag(useLanguage()), { type: 'conjunction' });
  const neededFor = (step: IdentityStep): string => {
    const acts = identityActs.filter((act) => info.needs[act] === step).map((act) => t(`identity.act.${act}`));
    return acts.length === 0 ? t('identity.neededForNothing') : t('identity.neededFor', { acts: list.format(acts) });
  };
  const isRefused = (step: IdentityStep) => info.rejection?.step === step;
  return (
    <div>
      <ol className={styles.steps} aria-label={t('identity.steps')}>
        {steps.map((step, index) => (
          <li key={step} className={clsx(styles.step, styles[info[step]])} aria-current={step === current ? 'step' : undefined}>
            <span aria-hidden className={styles.mark}>
              {info[step] === 'certified' ? <Check size={18} /> : index + 1}
            </span>
            <div className={styles.texts}>
              <div className={styles.head}>
                <strong>{t(`identity.${step}`)}</strong>
                <Badge tone={isRefused(step) ? 'danger' : tones[info[step]]}>
                  {isRefused(step) ? t('identity.notPassed') : statusText(info[step])}
                </Badge>
              </div>
              <span className={styles.needed}>{neededFor(step)}</span>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.demo}>{t('identity.demo')}</p>
    </div>
  );
}
