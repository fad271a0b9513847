/**
 * What a person has typed on one remote's page and not yet sent. A field that says something else than before the person
 * touched it makes the page count as open: no other release takes its place then. Where one must (a part of the release is
 * missing, say), what was typed is put into the same fields of the next release, with the focus.
 *
 * It looks at the fields themselves, so it holds for every remote, no matter who made it and however it keeps its forms. Drafts
 * live in this page's memory only: passwords are among them.
 */

import type { ReleaseAnswer } from '@tessera/shared/federation';
import {
  fieldsOf,
  isField,
  keyOf,
  selectionOf,
  untouchedValueOf,
  valueOf,
  write,
  type Field,
  type TextSelection,
  type Value,
} from './Field';
import { putBackAsFieldsCome } from './putBackAsFieldsCome';

interface Draft {
  readonly key: string;
  readonly value: Value;
}

/** A field that the person has touched. */
interface Touched extends Draft {
  /** What it said before. */
  readonly before: Value;
  /** What it said when the remote had taken it. */
  readonly settled?: Value;
}

interface Focus {
  readonly key: string;
  readonly selection: TextSelection;
}

export interface FormDrafts {
  /** Where the remote is. Another page forgets what was typed on the one before. */
  at(path: string): void;
  /** Watches a mounted release, and puts back what was typed before. The answer ends it and keeps what is typed by then. */
  watch(root: HTMLElement): () => void;
  /**
   * Whether the page may be swapped, by what the remote itself says and by what is typed. A remote that objected while something
   * was typed and agrees later has taken it (saved it, sent it): from then on it is not open any more.
   */
  mayRelease(own: () => ReleaseAnswer): ReleaseAnswer;
  /** What was typed may have been what the release crashed over: it is not put back. */
  forget(): void;
}

export function createFormDrafts(): FormDrafts {
  let path: string | undefined;
  let drafts: readonly Draft[] = [];
  let focus: Focus | undefined;
  let watched: HTMLElement | undefined;
  /** The remote itself did not want to go while something was typed. */
  let hasObjected = false;
  const touched = new Map<Field, Touched>();
  /** What fields said when the focus came to them. */
  let atFocus = new WeakMap<Field, Value>();

  const isOnPage = (field: Field): boolean => watched?.contains(field) === true;
  const isChanged = ([field, { before }]: [Field, Touched]): boolean => isOnPage(field) && valueOf(field) !== before;
  /** Taken by the remote: it holds the page no longer, and is put back all the same. */
  const isSettled = ([field, { settled }]: [Field, Touched]): boolean => valueOf(field) === settled;

  function forget(): void {
    drafts = [];
    focus = undefined;
    touched.clear();
    hasObjected = false;
    atFocus = new WeakMap();
  }

  const isOpen = (): boolean => [...touched].some((each) => isChanged(each) && !isSettled(each));

  function settle(): void {
    hasObjected = false;
    for (const [field, draft] of touched) touched.set(field, { ...draft, settled: valueOf(field) });
  }

  function touch(root: HTMLElement, field: Field, before: Value): void {
    touched.set(field, { ...touched.get(field), key: keyOf(field, root), before, value: valueOf(field) });
  }

  function keep(root: HTMLElement): void {
    // A field that is gone went with a page that broke: what it said last counts. One that was sent or emptied stayed.
    drafts = [...touched].filter((each) => !isOnPage(each[0]) || isChanged(each)).map(([, draft]) => draft);
    const active = document.activeElement;
    focus = isField(active) && root.contains(active) ? { key: keyOf(active, root), selection: selectionOf(active) } : undefined;
    touched.clear();
  }

  function restore(root: HTMLElement): void {
    const fields = new Map(fieldsOf(root).map((field) => [keyOf(field, root), field]));
    drafts = drafts.filter(({ key, value }) => {
      const field = fields.get(key);
      if (field === undefined) return true;
      const before = valueOf(field);
      write(field, value);
      touch(root, field, before);
      return false;
    });
    const field = focus && fields.get(focus.key);
    if (focus === undefined || field === undefined) return;
    field.focus({ preventScroll: true });
    if (focus.selection !== undefined && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...focus.selection);
    focus = undefined;
  }

  return {
    at(next) {
      if (path !== next) forget();
      path = next;
    },
    watch(root) {
      watched = root;
      const onFocus = ({ target }: Event): void => {
        if (isField(target)) atFocus.set(target, valueOf(target));
      };
      const onInput = ({ target }: Event): void => {
        if (isField(target)) touch(root, target, touched.get(target)?.before ?? atFocus.get(target) ?? untouchedValueOf(target));
      };
      root.addEventListener('focusin', onFocus);
      root.addEventListener('input', onInput, true);
      const stopRestoring = putBackAsFieldsCome(root, {
        putBack: () => restore(root),
        isDone: () => drafts.length === 0 && focus === undefined,
        giveUp() {
          drafts = [];
          focus = undefined;
        },
      });
      return () => {
        stopRestoring();
        root.removeEventListener('focusin', onFocus);
        root.removeEventListener('input', onInput, true);
        keep(root);
        watched = undefined;
      };
    },
    mayRelease(own) {
      const answer = own();
      if (answer !== true) {
        hasObjected = isOpen();
        return answer;
      }
      if (hasObjected) settle();
      return isOpen() ? { reason: 'something is typed' } : true;
    },
    forget,
  };
}
