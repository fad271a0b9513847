import { shownAsset, type AccountMode, type TreasureProduct } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Badge, Button, Card, Row, Stack } from '@tessera/shared/ui';
import { OfferHead } from '../../components/OfferHead';
import { SoftText } from '../../components/SoftText';
import { Capacity } from './Capacity';
import { useTermsText } from './useTermsText';
import styles from './Treasure.module.css';

interface ProductCardProps {
  readonly product: TreasureProduct;
  readonly mode: AccountMode;
  readonly onSelect: () => void;
}

export function ProductCard({ product, mode, onSelect }: ProductCardProps) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const terms = useTermsText();
  const { days, min, singleLimit, needsReview, redemption } = product;
  const name = t('days', { count: days });
  return (
    <Card as="article" aria-label={name}>
      <Stack gap={3}>
        <OfferHead name={name} level={3}>
          <Row isWrapping>
            <Badge tone={needsReview ? 'warning' : 'neutral'}>{t(needsReview ? 'list.review' : 'list.noReview')}</Badge>
            {redemption?.isPartly === true && <Badge>{t('list.partly')}</Badge>}
          </Row>
        </OfferHead>
        <div>
          <p className={styles.rate}>{terms.rate(product)}</p>
          <SoftText>{terms.rateMeans(product)}</SoftText>
        </div>
        <p className={styles.line}>
          {t('list.bounds', {
            min: format.figure(min),
            max: format.figure(singleLimit),
            asset: shownAsset(product.asset, mode),
          })}
        </p>
        <Capacity product={product} mode={mode} />
        <p className={styles.line}>{terms.redemption(redemption)}</p>
        <Button isBlock variant="secondary" onClick={onSelect} aria-label={`${t('list.open')}: ${name}, ${terms.rate(product)}`}>
          {t('list.open')}
        </Button>
      </Stack>
    </Card>
  );
}
