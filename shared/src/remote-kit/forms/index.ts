/** The forms facade: one shared module for host and remotes, loaded only by pages with a form. */
export { Field, Form, FormSpy, useField, useForm, useFormState } from 'react-final-form';
export type { FieldRenderProps, FormProps, FormRenderProps } from 'react-final-form';
export { FORM_ERROR, setIn } from 'final-form';
export type { FieldState, FormApi, SubmissionErrors, ValidationErrors } from 'final-form';
