/** The button for who may enter addresses, and its dialog. */
import { useState } from 'react';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { tell } from '../shell/notice';
import { addressesTexts as texts } from '../texts/addresses';
import { EnterDialog, type EnterDialogProps } from './EnterDialog';

export function EnterAddresses({
  operator,
  networks,
  network = '',
  onEntered,
}: Pick<EnterDialogProps, 'networks'> & {
  readonly operator: SignedInOperator;
  /** The one that is open. */
  readonly network?: string;
  readonly onEntered: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (!mayAsk(operator.roles, 'addressesAdd')) return null;
  return (
    <>
      <Acts label={texts.acts}>
        <Button kind="main" onClick={() => setIsOpen(true)}>
          {texts.enter}
        </Button>
      </Acts>
      {isOpen ? (
        <EnterDialog
          draft={`${operator.name} addresses ${network}`}
          networks={networks}
          network={network}
          onClose={() => setIsOpen(false)}
          onDone={(told) => {
            setIsOpen(false);
            tell(told);
            onEntered();
          }}
        />
      ) : null}
    </>
  );
}
