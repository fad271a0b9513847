import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Tick } from '../parts/Field';
import { keysTexts as texts } from '../texts/keys';
import styles from './KeysHelp.module.css';
import { areKeysOn, turnKeys } from './keysPreference';

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setIsOn] = useState(areKeysOn);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <dl className={styles['keys']}>
        {texts.keys.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Tick
        label={texts.on}
        isOn={isOn}
        onChange={(on) => {
          turnKeys(on);
          setIsOn(on);
        }}
      />
      <Button onClick={onClose} isFirst>
        {texts.close}
      </Button>
    </Dialog>
  );
}
