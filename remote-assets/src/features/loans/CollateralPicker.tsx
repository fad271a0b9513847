/** Chooses coins and Interest Treasure orders as collateral, and how much of each. Ticking one takes all that is free of it. */
import { useState } from 'react';
import { shownAsset, type AccountMode } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, compare, isPositive, isZero } from '@tessera/shared/money';
import { AmountField, Button, Card, Checkbox, EmptyState, Lock, Stack } from '@tessera/shared/ui';
import type { CollateralSource, TypedCollateral } from './collateral';

interface CollateralPickerProps {
  readonly sources: readonly CollateralSource[];
  readonly typed: TypedCollateral;
  readonly onChange: (typed: TypedCollateral) => void;
  readonly mode: AccountMode;
  readonly isDisabled: boolean;
}

/** How many are shown at first, in addition to the chosen ones. */
const mostAtFirst = 4;

export function CollateralPicker({ sources, typed, onChange, mode, isDisabled }: CollateralPickerProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  const had = sources.filter(({ free, locked }) => isPositive(amount(free)) || isPositive(amount(locked)));
  const shown = had.filter(({ key }, place) => isWhole || place < mostAtFirst || typed[key] !== undefined);
  if (had.length === 0) return <EmptyState icon={Lock} title={t('collateral.none')} detail={t('collateral.noneHint')} />;
  const change = (key: string, text: string | undefined): void => {
    const { [key]: _, ...others } = typed;
    onChange(text === undefined ? others : { ...others, [key]: text });
  };
  return (
    <Card>
      <div role="group" aria-label={t('form.collateral')}>
        <Stack gap={4}>
          {shown.map((source) => (
            <Source
              key={source.key}
              source={source}
              unit={shownAsset(source.asset, mode)}
              typed={typed[source.key]}
              isDisabled={isDisabled}
              onTyped={(text) => change(source.key, text)}
              onToggle={(isOn) => change(source.key, isOn ? format.forInput(source.free) : undefined)}
            />
          ))}
          {had.length > mostAtFirst && (
            <Button
              type="button"
              size="sm"
              variant="secondary"
              isBlock
              aria-expanded={isWhole}
              onClick={() => setIsWhole(!isWhole)}
            >
              {isWhole ? t('collateral.fewer') : t('collateral.all', { number: format.figure(String(had.length)) })}
            </Button>
          )}
        </Stack>
      </div>
    </Card>
  );
}

interface SourceProps {
  readonly source: CollateralSource;
  /** As shown. */
  readonly unit: string;
  /** undefined: not chosen. */
  readonly typed: string | undefined;
  readonly isDisabled: boolean;
  readonly onTyped: (typed: string) => void;
  readonly onToggle: (isOn: boolean) => void;
}

function Source({ source, unit, typed, isDisabled, onTyped, onToggle }: SourceProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { free, locked, weight, orderNumber, endsAtMs, scale } = source;
  const what = endsAtMs === null ? unit : t('collateral.treasure', { number: orderNumber, date: format.utcDay(endsAtMs) });
  const parsed = format.parseTyped(typed ?? '', scale);
  const isTooMuch = parsed.ok && compare(amount(parsed.value), amount(free)) > 0;
  const details = [
    t('collateral.free', { amount: format.figure(free), asset: unit }),
    ...(isZero(amount(locked)) ? [] : [t('collateral.locked', { amount: format.figure(locked), asset: unit })]),
    ...(weight === '1' ? [] : [t('collateral.weight', { share: format.rate(weight, { leastScale: 0 }) })]),
  ];
  return (
    <Stack gap={2}>
      <Checkbox
        label={what}
        detail={details.join(' · ')}
        isOn={typed !== undefined}
        onChange={onToggle}
        disabled={isDisabled || isZero(amount(free))}
      />
      {typed !== undefined && (
        <AmountField
          label={t('collateral.amount', { what })}
          value={typed}
          onChange={onTyped}
          unit={unit}
          scale={scale}
          disabled={isDisabled}
          onMax={() => onTyped(format.forInput(free))}
          problem={isTooMuch ? t('problem.collateralTooMuch', { amount: format.figure(free), asset: unit }) : undefined}
        />
      )}
    </Stack>
  );
}
