import type { MerchantEntry, MerchantOffer, MerchantWay, OperationResponse } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { merchantsTexts as texts } from '../texts/merchants';
import { ConfirmEntry } from './ConfirmEntry';
import { FieldsDialog } from './FieldsDialog';
import { entryText } from './MerchantEntries';
import {
  merchantFields,
  offerFields,
  readMerchant,
  readOffer,
  readSettlement,
  readWay,
  settlementFields,
  wayFields,
} from './merchantFields';
import { useByTwo } from './useByTwo';

export type MerchantAct =
  | { readonly is: 'change' | 'way' | 'settle' }
  | { readonly is: 'retire'; readonly way: MerchantWay }
  | { readonly is: 'offer'; readonly offer: MerchantOffer | undefined }
  | { readonly is: 'confirm' | 'withdraw'; readonly entry: MerchantEntry };

interface MerchantDialogProps {
  readonly act: MerchantAct;
  readonly whole: OperationResponse<'merchantsGet'>;
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function MerchantDialog({ act, whole, onDone, onClose }: MerchantDialogProps) {
  const { merchant } = whole;
  const { id, name } = merchant;
  const usual = { onClose, onDone: () => onDone(texts.done) };
  const { sayWhether, tellIt } = useByTwo(onDone);
  const byTwo = { onClose, onDone: tellIt };
  switch (act.is) {
    case 'change':
      return (
        <FieldsDialog
          {...byTwo}
          title={texts.ask.change(name)}
          confirm={texts.save}
          reasonHint={texts.reasonHint}
          fields={merchantFields(merchant)}
          means={texts.limitMeans}
          act={(values, reason) => sayWhether(callOperation('merchantsSave', { ...readMerchant(values, merchant), reason }))}
        />
      );
    case 'way':
      return <WayDialog whole={whole} onDone={onDone} onClose={onClose} />;
    case 'retire':
      return (
        <ActDialog
          {...usual}
          kind="danger"
          title={texts.ask.retire(texts.way(act.way.name, act.way.currency, act.way.masked))}
          confirm={texts.retireNow}
          reasonHint={texts.reasonHint}
          act={(reason) => callOperation('merchantsWayRetire', { id, wayId: act.way.id, reason })}
        />
      );
    case 'offer':
      return (
        <FieldsDialog
          {...byTwo}
          title={texts.ask.offer}
          confirm={texts.save}
          means={texts.offerMeans}
          fields={offerFields(act.offer)}
          act={(values) => sayWhether(callOperation('merchantsOffer', readOffer(id, values, act.offer)))}
        />
      );
    case 'settle':
      return (
        <FieldsDialog
          {...byTwo}
          title={texts.ask.settle(name)}
          confirm={texts.settleNow}
          means={texts.settleMeans}
          fields={settlementFields}
          act={(values) => sayWhether(callOperation('merchantsSettle', readSettlement(id, values)))}
        />
      );
    case 'confirm':
      return <ConfirmEntry entry={act.entry} whole={whole} onDone={onDone} onClose={onClose} />;
    case 'withdraw':
      return (
        <ActDialog
          onClose={onClose}
          onDone={() => onDone(texts.withdrawn)}
          kind="danger"
          title={texts.ask.withdraw(entryText(act.entry))}
          confirm={texts.withdrawNow}
          reasonHint={texts.reasonHint}
          act={(reason) => callOperation('merchantsEntryWithdraw', { id, entryId: act.entry.id, reason })}
        />
      );
  }
}

function WayDialog({
  whole: {
    merchant: { id, name },
  },
  onDone,
  onClose,
}: Omit<MerchantDialogProps, 'act'>) {
  let told: string = texts.done;
  return (
    <FieldsDialog
      title={texts.ask.way(name)}
      confirm={texts.enter}
      means={texts.wayMeans}
      fields={wayFields}
      act={async (values) => {
        const answer = await callOperation('merchantsWay', readWay(id, values));
        if (answer.is === 'answer') told = texts.wayDone[answer.value.entered];
        return answer;
      }}
      onClose={onClose}
      onDone={() => onDone(told)}
    />
  );
}
