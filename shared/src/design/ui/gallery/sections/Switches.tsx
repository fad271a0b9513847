import { useState } from 'react';
import { Row, Segmented, Stack } from '../../index';
import { words } from '../samples';

/** A switch of the page's root; the host owns these attributes everywhere else. */
function RootSwitch({
  label,
  attribute,
  options,
}: {
  readonly label: string;
  readonly attribute: 'theme' | 'up' | 'mode';
  readonly options: readonly { value: string; label: string }[];
}) {
  const [value, setValue] = useState(document.documentElement.dataset[attribute] ?? options[0]?.value);
  return (
    <Segmented
      size="sm"
      label={label}
      options={options}
      value={value}
      onChange={(next) => {
        document.documentElement.dataset[attribute] = next;
        setValue(next);
      }}
    />
  );
}

export function Switches() {
  return (
    <Stack gap={2}>
      <RootSwitch
        label={words.theme}
        attribute="theme"
        options={[
          { value: 'light', label: words.light },
          { value: 'dark', label: words.dark },
        ]}
      />
      <Row isEven>
        <RootSwitch
          label={words.up}
          attribute="up"
          options={[
            { value: 'green', label: words.green },
            { value: 'red', label: words.red },
          ]}
        />
        <RootSwitch
          label={words.mode}
          attribute="mode"
          options={[
            { value: 'real', label: words.real },
            { value: 'demo', label: words.demo },
          ]}
        />
      </Row>
    </Stack>
  );
}
