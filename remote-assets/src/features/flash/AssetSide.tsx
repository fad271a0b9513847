/** One side of an exchange: which asset, how much, and what the person has of it. */
import type { ReactNode } from 'react';
import { shownAsset, type AccountMode, type FlashAsset } from '@tessera/shared/contract';
import { Card, SelectField, Stack } from '@tessera/shared/ui';

interface AssetSideProps {
  readonly label: string;
  readonly asset: string;
  readonly assets: readonly FlashAsset[];
  readonly mode: AccountMode;
  readonly isDisabled: boolean;
  readonly problem?: string | undefined;
  readonly onAsset: (asset: string) => void;
  /** The amount. */
  readonly children: ReactNode;
}

export function AssetSide({ label, asset, assets, mode, isDisabled, problem, onAsset, children }: AssetSideProps) {
  return (
    <Card>
      <Stack gap={3}>
        <SelectField
          label={label}
          value={asset}
          onChange={onAsset}
          disabled={isDisabled}
          problem={problem}
          options={assets.map((one) => ({ value: one.asset, label: shownAsset(one.asset, mode) }))}
        />
        {children}
      </Stack>
    </Card>
  );
}
