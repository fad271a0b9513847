import { useFormat } from '@tessera/shared/i18n';
import type { ProofCheck, ProofCheckName } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import type { DealCheckName, FillCheckName, FlashCheckName } from '@tessera/shared/trading';
import { Check, Clock, Minus, X, type LucideIcon } from '@tessera/shared/ui';
import type { EvidenceCheck } from './evidenceChecks';
import styles from './CheckList.module.css';

export type ShownCheck = ProofCheck<ProofCheckName | DealCheckName | FillCheckName | FlashCheckName | EvidenceCheck['name']> &
  Pick<EvidenceCheck, 'findings'>;

const icons: Record<ProofCheck['state'], LucideIcon> = { ok: Check, failed: X, pending: Clock, absent: Minus, partial: Check };

const nothingThere: Partial<Record<ShownCheck['name'], 'proof.nothingKept' | 'proof.noWitness'>> = {
  kept: 'proof.nothingKept',
  witnessed: 'proof.noWitness',
};
const stateKey = (name: ShownCheck['name'], state: ShownCheck['state']) => {
  if (name === 'expiry' && state === 'partial') return 'proof.unsignedAcceptance';
  return (state === 'absent' ? nothingThere[name] : undefined) ?? (`proof.state.${state}` as const);
};

/** Every check in words, its state in words and a sign, and the values it compared. */
export function CheckList({ label, checks }: { readonly label: string; readonly checks: readonly ShownCheck[] }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  return (
    <ul aria-label={label} className={styles.list}>
      {checks.map(({ name, state, stated, computed, findings = [] }) => {
        const Icon = icons[state];
        return (
          <li key={name} className={styles.check} data-state={state}>
            <Icon aria-hidden size={18} className={styles.icon} />
            <div className={styles.body}>
              <details>
                <summary className={styles.summary}>
                  <span>{t(`proof.name.${name}`)}</span>
                  <span className={styles.state}>{t(stateKey(name, state))}</span>
                </summary>
                <p className={styles.value}>{t('proof.stated', { value: stated })}</p>
                <p className={styles.value}>{t('proof.computed', { value: computed })}</p>
              </details>
              {findings.map(({ finding, witness, atMs }) => (
                <p key={`${witness} ${atMs}`} className={styles.finding}>
                  {t(`proof.witness.${finding}`, { witness, time: format.dateTime(atMs) })}
                </p>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
