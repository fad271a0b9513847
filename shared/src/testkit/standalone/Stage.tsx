/** The controls around the phone. They only write settings; the phone follows them. Operators' English, not texts of the app. */
import { BehaviorSubject } from '@tessera/shared/kernel';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ErrorCode } from '../../domain/errors';
import { languageList, languageName } from '../../remote-kit/i18n';
import { useLive } from '../../remote-kit/react/useLive';
import type { Happening, Phone, StageWindow } from './Phone';
import type { StandaloneAbout } from './StandaloneAbout';
import { readSettings, writeSettings, type StandaloneSettings } from './settings';
import styles from './Stage.module.css';

const shownHappenings = 14;
const refusals: readonly ErrorCode[] = [
  'NETWORK_UNREACHABLE',
  'NETWORK_TIMEOUT',
  'REQUEST_EXCEPTION',
  'PLEASE_RETRY',
  'AUTH_LOGIN_REQUIRED',
];

export function startStage(about: StandaloneAbout, page: Window): void {
  const phone = new BehaviorSubject<Phone | undefined>(undefined);
  (page as StageWindow).tesseraStage = { onPhone: (next) => phone.next(next) };
  page.document.title = `remote-${about.remote} alone`;
  const element = page.document.createElement('div');
  page.document.body.append(element);
  createRoot(element).render(<Stage about={about} phone={phone} page={page} />);
}

interface StageProps {
  readonly about: StandaloneAbout;
  readonly phone: BehaviorSubject<Phone | undefined>;
  readonly page: Window;
}

function Stage({ about, phone: live, page }: StageProps): ReactNode {
  const phone = useLive(live);
  const [settings, setSettings] = useState(() => readSettings(about.remote, page.localStorage));
  const change = (part: Partial<StandaloneSettings>): void => setSettings((before) => ({ ...before, ...part }));
  useEffect(() => {
    writeSettings(about.remote, page.localStorage, settings);
    phone?.follow(settings);
  }, [about, page, phone, settings]);
  useEffect(() => {
    page.document.documentElement.dataset['theme'] = settings.theme === 'dark' ? 'dark' : 'light';
  }, [page, settings.theme]);
  useEffect(() => {
    const subscription = phone?.place.subscribe(({ pathname, search }) =>
      setSettings((before) => ({ ...before, place: pathname + search })),
    );
    return () => subscription?.unsubscribe();
  }, [phone]);

  return (
    <div className={styles.stage}>
      <aside className={styles.controls}>
        <h1 className={styles.name}>remote-{about.remote}</h1>
        <p className={styles.quiet}>
          {about.version} · {about.hasExchange ? 'running exchange' : about.hasRecordings ? 'recorded quotes' : 'played quotes'}
        </p>
        {phone !== undefined && <LocationBar pages={about.pages} place={settings.place} phone={phone} />}
        <Choice label="Theme" value={settings.theme} options={['light', 'dark']} onChange={(theme) => change({ theme })} />
        <Choice label="Up is" value={settings.upColor} options={['green', 'red']} onChange={(upColor) => change({ upColor })} />
        <label className={styles.field}>
          Language
          <select
            value={settings.language}
            onChange={({ target }) => change({ language: target.value as StandaloneSettings['language'] })}
          >
            {languageList.map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label="Person"
          value={settings.isSignedIn ? 'signed in' : 'visitor'}
          options={['signed in', 'visitor']}
          onChange={(person) => change({ isSignedIn: person === 'signed in' })}
        />
        <Choice label="Account" value={settings.mode} options={['real', 'demo']} onChange={(mode) => change({ mode })} />
        <Choice
          label="Connection"
          value={settings.connection}
          options={['live', 'connecting', 'reconnecting', 'offline']}
          onChange={(connection) => change({ connection })}
        />
        <Choice
          label="Answers take"
          value={String(settings.latencyMs)}
          options={['0', '150', '1000', '5000']}
          unit="ms"
          onChange={(ms) => change({ latencyMs: Number(ms) })}
        />
        <label className={styles.field}>
          Answers are
          <select
            value={settings.refusal}
            onChange={({ target }) => change({ refusal: target.value as StandaloneSettings['refusal'] })}
          >
            <option value="">as they should be</option>
            {refusals.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className={styles.button} onClick={() => phone?.remount()}>
          Unmount and mount again
        </button>
        {phone !== undefined && <Happenings phone={phone} />}
      </aside>
      <iframe className={styles.phone} title="Phone" src={page.location.pathname} />
    </div>
  );
}

function LocationBar({
  pages,
  place,
  phone,
}: {
  readonly pages: readonly string[];
  readonly place: string;
  readonly phone: Phone;
}): ReactNode {
  const [typed, setTyped] = useState(place);
  useEffect(() => setTyped(place), [place]);
  return (
    <form
      className={styles.location}
      onSubmit={(event) => {
        event.preventDefault();
        phone.go(typed);
      }}
    >
      <button type="button" aria-label="Back" onClick={() => phone.back()}>
        ←
      </button>
      <input aria-label="Location" value={typed} spellCheck={false} onChange={({ target }) => setTyped(target.value)} />
      <select
        aria-label="Page"
        value={pages.find((one) => one === place.split('?')[0]) ?? ''}
        onChange={({ target }) => phone.go(target.value)}
      >
        <option value="" disabled>
          Page
        </option>
        {pages.map((one) => (
          <option key={one} value={one}>
            {one.replace('/pages/', '')}
          </option>
        ))}
      </select>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly unit?: string;
  onChange(value: Value): void;
}

function Choice<Value extends string>({ label, value, options, unit = '', onChange }: ChoiceProps<Value>): ReactNode {
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <span className={styles.options}>
        {options.map((option) => (
          <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
            {`${option} ${unit}`.trim()}
          </button>
        ))}
      </span>
    </fieldset>
  );
}

/** The newest first. */
function Happenings({ phone }: { readonly phone: Phone }): ReactNode {
  const [lines, setLines] = useState<readonly Happening[]>([]);
  useEffect(() => {
    const subscription = phone.happenings$.subscribe((happening) =>
      setLines((before) => [happening, ...before].slice(0, shownHappenings)),
    );
    return () => subscription.unsubscribe();
  }, [phone]);
  return (
    <ol className={styles.happenings} aria-label="What happened">
      {lines.map(({ atMs, what, isFault }, index) => (
        <li key={`${atMs} ${lines.length - index}`} data-fault={isFault}>
          <time>{new Date(atMs).toISOString().slice(11, 23)}</time> {what}
        </li>
      ))}
    </ol>
  );
}
