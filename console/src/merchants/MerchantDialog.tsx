import type { MerchantOffer, MerchantShown, MerchantWay } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { merchantsTexts as texts } from '../texts/merchants';
import { FieldsDialog } from './FieldsDialog';
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

export type MerchantAct =
  | { readonly is: 'change' | 'way' | 'settle' }
  | { readonly is: 'retire'; readonly way: MerchantWay }
  | { readonly is: 'offer'; readonly offer: MerchantOffer | undefined };

interface MerchantDialogProps {
  readonly act: MerchantAct;
  readonly merchant: MerchantShown;
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function MerchantDialog({ act, merchant, onDone, onClose }: MerchantDialogProps) {
  const { id, name } = merchant;
  const usual = { onClose, onDone: () => onDone(texts.done) };
  switch (act.is) {
    case 'change':
      return (
        <FieldsDialog
          {...usual}
          title={texts.ask.change(name)}
          confirm={texts.save}
          reasonHint={texts.reasonHint}
          fields={merchantFields(merchant)}
          act={(values, reason) => callOperation('merchantsSave', { ...readMerchant(values, merchant), reason })}
        />
      );
    case 'way':
      return <WayDialog merchant={merchant} onDone={onDone} onClose={onClose} />;
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
          {...usual}
          title={texts.ask.offer}
          confirm={texts.save}
          fields={offerFields(act.offer)}
          act={(values) => callOperation('merchantsOffer', readOffer(id, values, act.offer))}
        />
      );
    case 'settle':
      return (
        <FieldsDialog
          {...usual}
          title={texts.ask.settle(name)}
          confirm={texts.settleNow}
          fields={settlementFields}
          act={(values) => callOperation('merchantsSettle', readSettlement(id, values))}
        />
      );
  }
}

function WayDialog({ merchant: { id, name }, onDone, onClose }: Omit<MerchantDialogProps, 'act'>) {
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
