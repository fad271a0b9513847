import { useEffect, useState } from 'react';
import { useNavigation } from '@tessera/shared/react';
import { useKeptForms } from './KeptForms';

/** As the server takes an address. */
const longest = 200;

/** The place behind what was typed; a place that stands there already is not added again. */
export function addPlace(typed: string, place: string): string {
  const text = typed.trim();
  if (text.endsWith(place)) return text;
  return (text === '' ? place : `${text.replace(/,$/, '')}, ${place}`).slice(0, longest);
}

export interface FormWithPlace<Form> {
  readonly initial: Form;
  /** Goes to choose a place and comes back to the same form. */
  choosePlace(form: Form): void;
}

/** A form with an address: `start`, or what was typed before the person went to choose a place, with the place in `field`. */
export function useFormWithPlace<Field extends string, Form extends Readonly<Record<Field, string>>>(
  start: Form,
  field: Field,
): FormWithPlace<Form> {
  const kept = useKeptForms();
  const navigation = useNavigation();
  const [initial] = useState((): Form => {
    const form = (kept.form as Form | undefined) ?? start;
    return kept.place === undefined ? form : { ...form, [field]: addPlace(form[field], kept.place) };
  });
  useEffect(() => {
    kept.form = undefined;
    kept.place = undefined;
  }, [kept]);
  return {
    initial,
    choosePlace(form) {
      kept.form = form;
      navigation.navigate('/pages/location/choose');
    },
  };
}
