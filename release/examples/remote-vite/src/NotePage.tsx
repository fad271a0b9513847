import { useEffect, useState } from 'react';
import type { RemoteContext } from '@tessera/shared/federation';
import texts from './texts.json';

// Colours and spaces are the host's custom properties, so that the theme reaches this page by itself.
const page = { padding: 'var(--space-gutter)', background: 'var(--color-canvas)', color: 'var(--color-ink)', minHeight: '100%' };
const field = {
  display: 'block',
  width: '100%',
  minHeight: 120,
  padding: 'var(--space-3)',
  border: '1px solid var(--color-line-strong)',
  borderRadius: 'var(--radius-sm)',
};
const button = { minHeight: 'var(--size-touch)', fontWeight: 'var(--weight-bold)', color: 'var(--color-accent)' };

interface NotePageProps {
  readonly context: RemoteContext;
  onChange(isSaved: boolean): void;
}

export function NotePage({ context, onChange }: NotePageProps) {
  const { storage, dialogs, navigation, preferences } = context;
  const { title, label, save, saved } = texts[preferences.language.value];
  const [note, setNote] = useState(() => storage.read('note') ?? '');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  useEffect(() => {
    onChange(note === (storage.read('note') ?? ''));
  }, [note, onChange, storage]);

  const keep = (): void => {
    storage.write('note', note);
    onChange(true);
    dialogs.toast(saved, { tone: 'success' });
  };
  return (
    <div style={page}>
      <h1>{title}</h1>
      <label>
        {label}
        <textarea style={field} value={note} onChange={({ target }) => setNote(target.value)} />
      </label>
      <button type="button" style={button} onClick={keep}>
        {save}
      </button>
    </div>
  );
}
