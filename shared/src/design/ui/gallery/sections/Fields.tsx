import { useState } from 'react';
import { AmountField, CodeField, PasswordField, SearchField, SelectField, StepperField, TextField } from '../../index';
import { Section } from './Section';
import { foreign, words } from '../samples';

export function Fields() {
  const [account, setAccount] = useState('mina@example.org');
  const [password, setPassword] = useState('tessera-2026');
  const [stake, setStake] = useState('1250,5');
  const [price, setPrice] = useState('1.000,00.1');
  const [lots, setLots] = useState('0.25');
  const [search, setSearch] = useState('');
  const [code, setCode] = useState('482');
  const [country, setCountry] = useState('');
  return (
    <Section title={words.fields}>
      <SearchField label={words.search} value={search} onChange={setSearch} />
      <TextField label={words.account} hint={words.accountHint} value={account} onChange={setAccount} />
      <TextField label={words.account} problem={words.accountProblem} value={account} onChange={setAccount} />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        corner={words.quiet}
      />
      <AmountField
        label={words.stake}
        unit="USDT"
        scale={2}
        value={stake}
        onChange={setStake}
        onMax={() => setStake('9815')}
        corner={words.available}
      />
      <AmountField label={words.price} unit="USDT" scale={2} value={price} onChange={setPrice} hint={words.priceHint} />
      <StepperField
        label={words.lots}
        scale={2}
        step="0.01"
        min="0.01"
        max="50"
        value={lots}
        onChange={setLots}
        hint={words.lotsHint}
      />
      <SelectField
        label={words.country}
        value={country}
        onChange={setCountry}
        placeholder={words.choose}
        options={foreign.map(({ lang, title }) => ({ value: lang, label: title }))}
      />
      <CodeField label={words.code} hint={words.codeHint} value={code} onChange={setCode} />
      <TextField label={words.disabledField} value="" onChange={() => undefined} disabled placeholder={words.account} />
    </Section>
  );
}
