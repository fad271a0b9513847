/** The second operator enters what the first one did: the figures that count are typed, never taken over. */
import type { MerchantEntry, OperationResponse } from '@tessera/shared/operations';
import { callOperation } from '../api/operations';
import { merchantsTexts as texts } from '../texts/merchants';
import { FieldsDialog } from './FieldsDialog';
import { entryText } from './MerchantEntries';
import { merchantFields, offerFields, readMerchant, readOffer, readSettlement, settlementFields } from './merchantFields';
import { useByTwo } from './useByTwo';

interface ConfirmEntryProps {
  readonly entry: MerchantEntry;
  readonly whole: OperationResponse<'merchantsGet'>;
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function ConfirmEntry({ entry, whole: { merchant, offers }, onDone, onClose }: ConfirmEntryProps) {
  const { sayWhether, tellIt } = useByTwo(onDone);
  const { what } = entry;
  const { id } = merchant;
  const usual = { title: texts.ask.confirm(entryText(entry)), confirm: texts.confirmNow, onDone: tellIt, onClose };
  switch (what.is) {
    case 'settlement':
      return (
        <FieldsDialog
          {...usual}
          means={texts.settleMeans}
          fields={settlementFields}
          act={(values) => sayWhether(callOperation('merchantsSettle', readSettlement(id, values)))}
        />
      );
    case 'price': {
      const offer = offers.find((one) => one.id === what.offerId);
      return (
        <FieldsDialog
          {...usual}
          means={texts.offerMeans}
          fields={offerFields(offer && { ...offer, price: '' })}
          act={(values) => sayWhether(callOperation('merchantsOffer', readOffer(id, values, offer)))}
        />
      );
    }
    case 'limit':
      return (
        <FieldsDialog
          {...usual}
          means={texts.limitMeans}
          reasonHint={texts.reasonHint}
          fields={merchantFields({ ...merchant, limit: '' })}
          act={(values, reason) => sayWhether(callOperation('merchantsSave', { ...readMerchant(values, merchant), reason }))}
        />
      );
  }
}
