import { useTranslation } from '@tessera/shared/kernel';
import { FormProblem } from '@tessera/shared/step-up';
import { Button, Stack } from '@tessera/shared/ui';
import { GroupedText } from './GroupedText';
import styles from './PayeeAddress.module.css';
import type { WholePayee } from './useWholePayee';

interface PayeeAddressProps {
  /** Above it: what it is, and what it is to be compared with once it is whole. */
  readonly label: string;
  readonly wholeLabel: string;
  readonly masked: string;
  readonly payee: WholePayee;
  /** False: it is only shown. */
  readonly canAsk: boolean;
}

/** An address or a card's number: its ends, and in groups of four once its person has proved that it is he. */
export function PayeeAddress({ label, wholeLabel, masked, payee: { whole, form }, canAsk }: PayeeAddressProps) {
  const { t } = useTranslation('payees');
  return (
    <Stack gap={2}>
      <h3 className={styles.label}>{whole === undefined ? label : wholeLabel}</h3>
      {whole === undefined ? (
        <strong className={styles.masked}>{masked}</strong>
      ) : (
        <GroupedText text={whole.address ?? whole.cardNumber ?? ''} />
      )}
      {whole === undefined && canAsk && (
        <form {...form.props}>
          <Button type="submit" variant="secondary" isBusy={form.isBusy}>
            {t('show')}
          </Button>
        </form>
      )}
      <FormProblem text={form.problem} />
    </Stack>
  );
}
