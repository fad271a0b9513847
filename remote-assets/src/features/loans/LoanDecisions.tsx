/** The margin calls and liquidations of a loan, with the ticks that decided them and a link to their check. */
import { shownAsset, type AccountMode, type Loan, type LoanDecision } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isZero } from '@tessera/shared/money';
import { useNavigation } from '@tessera/shared/react';
import { Button, Card, KeyValueList, SectionHeading, Stack } from '@tessera/shared/ui';
import { usePriceText } from './usePriceText';

interface LoanDecisionsProps {
  readonly loan: Loan;
  readonly mode: AccountMode;
  /** Called when another page is opened. */
  readonly onLeave: () => void;
}

export function LoanDecisions({ loan: { decisions, asset }, mode, onLeave }: LoanDecisionsProps) {
  const { t } = useTranslation('loans');
  const navigation = useNavigation();
  if (decisions.length === 0) return null;
  return (
    <section>
      <SectionHeading level={3}>{t('decision.title')}</SectionHeading>
      <Stack gap={3}>
        {decisions.toReversed().map((decision) => (
          <Card key={decision.id} tone="sunken" as="article">
            <Stack gap={3}>
              <Decision decision={decision} asset={asset} mode={mode} />
              <Button
                isBlock
                variant="secondary"
                onClick={() => {
                  onLeave();
                  navigation.navigate('/pages/contract/proof', { product: 'loan', deal: decision.id });
                }}
              >
                {t('loan.check')}
              </Button>
            </Stack>
          </Card>
        ))}
      </Stack>
    </section>
  );
}

interface DecisionProps {
  readonly decision: LoanDecision;
  readonly asset: string;
  readonly mode: AccountMode;
}

function Decision({ decision, asset, mode }: DecisionProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { kind, atMs, level, ltv, owed, collateral, repaid, surplus, left, insured } = decision;
  const figure = (sum: string, of = asset) => `${format.figure(sum)} ${shownAsset(of, mode)}`;
  const some = (key: 'repaid' | 'surplus' | 'insured', sum: string) =>
    isZero(amount(sum)) ? [] : [{ key, label: t(`decision.${key}`), value: figure(sum) }];
  return (
    <>
      <KeyValueList
        items={[
          {
            key: 'kind',
            label: left === undefined ? t(`ltv.marks.${kind}`) : t('decision.inPart'),
            value: format.dateTime(atMs),
          },
          {
            key: 'ltv',
            label: t('ltv.title'),
            value: format.rate(ltv),
            detail: t('decision.level', { level: format.rate(level, { leastScale: 2 }) }),
          },
          { key: 'owed', label: t('decision.owed'), value: figure(owed) },
          ...some('repaid', repaid),
          ...some('surplus', surplus),
          ...some('insured', insured),
          ...(left === undefined ? [] : [{ key: 'left', label: t('decision.left'), value: figure(left), isStrong: true }]),
        ]}
      />
      {collateral.map((piece) => (
        <Piece key={`${piece.kind} ${piece.asset} ${piece.orderId ?? ''}`} piece={piece} figure={figure} />
      ))}
    </>
  );
}

interface PieceProps {
  readonly piece: LoanDecision['collateral'][number];
  readonly figure: (sum: string, asset?: string) => string;
}

/** One piece of collateral: its tick, and what happened to it. */
function Piece({ piece, figure }: PieceProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const priceText = usePriceText();
  const { kind, asset, amount: sum, price, sold, gross, fee, penalty, returned } = piece;
  const isSold = !isZero(amount(sold));
  return (
    <KeyValueList
      items={[
        {
          key: 'amount',
          label: kind === 'treasure' ? t('collateral.treasureOrder') : t('sum.collateral'),
          value: figure(sum, asset),
        },
        ...(price === null
          ? []
          : [
              {
                key: 'price',
                label: t('loan.price'),
                value: priceText.price(price.price, price.symbol),
                detail: t('loan.tick', {
                  seq: String(price.seq),
                  symbol: price.symbol,
                  time: format.dateTime(price.atMs),
                  mean: priceText.mean(price.mean, price.symbol),
                }),
              },
            ]),
        ...(isSold
          ? [
              { key: 'sold', label: t('decision.sold'), value: figure(sold, asset) },
              { key: 'gross', label: t('decision.gross'), value: figure(gross) },
              { key: 'fee', label: t('sum.fee'), value: figure(fee) },
            ]
          : []),
        ...(price?.stands === true ? [{ key: 'stands', label: t('decision.sold'), value: t('decision.stands') }] : []),
        ...(isZero(amount(penalty)) ? [] : [{ key: 'penalty', label: t('decision.penalty'), value: figure(penalty) }]),
        ...(isZero(amount(returned)) ? [] : [{ key: 'returned', label: t('decision.returned'), value: figure(returned, asset) }]),
      ]}
    />
  );
}
