import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Card, List, ListRow, ShieldCheck } from '@tessera/shared/ui';

/** To the proof that one's balance is counted in what the exchange owes. */
export function LiabilitiesLink() {
  const { t } = useTranslation('assets');
  const navigation = useNavigation();
  return (
    <Card padding="none">
      <List>
        <ListRow
          lead={<ShieldCheck aria-hidden size={20} />}
          title={t('overview.liabilities')}
          detail={t('overview.liabilitiesHint')}
          onSelect={() => navigation.navigate('/pages/assets/liabilities')}
        />
      </List>
    </Card>
  );
}
