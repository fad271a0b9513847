import { useFormat } from '@tessera/shared/i18n';
import type { ProofCheck, ProofCheckName } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import type { DealCheckName, FillCheckName, FlashCheckName, LoanCheckName } from '@tessera/shared/trading';
import { CheckList as CheckRows } from '@tessera/shared/ui';
import type { EvidenceCheck } from './evidenceChecks';

export type ShownCheck = ProofCheck<
  ProofCheckName | DealCheckName | FillCheckName | FlashCheckName | LoanCheckName | EvidenceCheck['name']
> &
  Pick<EvidenceCheck, 'findings'>;

const nothingThere: Partial<Record<ShownCheck['name'], 'proof.nothingKept' | 'proof.noWitness'>> = {
  kept: 'proof.nothingKept',
  witnessed: 'proof.noWitness',
};
const stateKey = (name: ShownCheck['name'], state: ShownCheck['state']) => {
  if (name === 'expiry' && state === 'partial') return 'proof.unsignedAcceptance';
  return (state === 'absent' ? nothingThere[name] : undefined) ?? (`proof.state.${state}` as const);
};

/** The checks of a proof, in the words of orders. */
export function CheckList({ label, checks }: { readonly label: string; readonly checks: readonly ShownCheck[] }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  return (
    <CheckRows
      label={label}
      checks={checks.map(({ name, state, stated, computed, findings = [] }) => ({
        ...{ key: name, state, name: t(`proof.name.${name}`), stateText: t(stateKey(name, state)) },
        values: [t('proof.stated', { value: stated }), t('proof.computed', { value: computed })],
        findings: findings.map(({ finding, witness, atMs }) => ({
          key: `${witness} ${atMs}`,
          text: t(`proof.witness.${finding}`, { witness, time: format.dateTime(atMs) }),
        })),
      }))}
    />
  );
}
