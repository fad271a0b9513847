import { useState } from 'react';
import { Checkbox, Chips, PercentSlider, Segmented, Switch, Tabs } from '../../index';
import { Section } from './Section';
import { words } from '../samples';

export function Choices() {
  const [side, setSide] = useState<'long' | 'short'>('long');
  const [seconds, setSeconds] = useState<'30' | '60' | '120' | '300'>('60');
  const [percent, setPercent] = useState(50);
  const [isOn, setOn] = useState(true);
  const [isAgreed, setAgreed] = useState(false);
  const [tab, setTab] = useState<'favourites' | 'crypto' | 'forex' | 'metals'>('crypto');
  const [list, setList] = useState<'open' | 'closed'>('open');
  return (
    <Section title={words.choices}>
      <Tabs
        label={words.tabs}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'favourites', label: words.favourites },
          { id: 'crypto', label: words.crypto },
          { id: 'forex', label: words.forex },
          { id: 'metals', label: words.metals },
        ]}
      />
      <Tabs
        variant="pill"
        label={words.lists}
        selected={list}
        onSelect={setList}
        tabs={[
          { id: 'open', label: words.open, count: 3 },
          { id: 'closed', label: words.closed },
        ]}
      />
      <Segmented
        label={words.side}
        value={side}
        onChange={setSide}
        options={[
          { value: 'long', label: words.long, tone: 'up' },
          { value: 'short', label: words.short, tone: 'down' },
        ]}
      />
      <Chips
        label={words.duration}
        isScrolled
        value={seconds}
        onChange={setSeconds}
        options={[
          { value: '30', label: '30 s', detail: '+80 %' },
          { value: '60', label: '60 s', detail: '+85 %' },
          { value: '120', label: '120 s', detail: '+88 %' },
          { value: '300', label: '300 s', detail: '+90 %', isDisabled: true },
        ]}
      />
      <PercentSlider label={words.share} percent={percent} onChange={setPercent} />
      <Switch label={words.haptics} detail={words.hapticsDetail} isOn={isOn} onChange={setOn} />
      <Checkbox label={words.agree} isOn={isAgreed} onChange={setAgreed} problem={isAgreed ? undefined : words.agreeProblem} />
    </Section>
  );
}
