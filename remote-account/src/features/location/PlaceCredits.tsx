import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Row } from '@tessera/shared/ui';
import { releasedAddresses } from '../../components/releasedAddresses';
import styles from './Location.module.css';

/** Whose data it is: the licence of the cities asks for it. */
export function PlaceCredits() {
  const { t } = useTranslation('location');
  const navigation = useNavigation();
  const toPage = (url: string) => () => navigation.navigate('/pages/webview/index', { url });
  return (
    <div>
      <p className={styles.quiet}>{t('credits')}</p>
      <Row gap={2} isWrapping>
        <Button variant="quiet" size="sm" onClick={toPage(releasedAddresses.cities)}>
          {t('source')}
        </Button>
        <Button variant="quiet" size="sm" onClick={toPage(releasedAddresses.licence)}>
          {t('licence')}
        </Button>
      </Row>
    </div>
  );
}
