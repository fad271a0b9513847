/**
 * The states of a form over one endpoint. What was typed is kept in all of them: a refusal takes nothing away.
 *
 *   editing --submit--> (proving --proof-->) sending --accepted--> done
 *      ^                    |                   |
 *      +------ closed ------+                   +--refused--> editing, or proving where the proof was refused
 */
import type { AppError } from '../../domain/errors';

export interface FormState<Values> {
  readonly values: Values;
  readonly stage: 'editing' | 'proving' | 'sending' | 'done';
  /** How often the person asked to send. From the first time on problems are shown, and each time the first one is focused. */
  readonly attempts: number;
  readonly refusal: { readonly error: AppError; readonly field: keyof Values | undefined } | undefined;
  /** The puzzle or the step-up was asked for in this round: its sheet stays until the answer is known. */
  readonly isProofOpen: boolean;
}

export type FormEvent<Values> =
  | { readonly type: 'changed'; readonly change: Partial<Values> }
  | { readonly type: 'attempted' }
  | { readonly type: 'proofAsked' }
  | { readonly type: 'proofClosed' }
  | { readonly type: 'sent' }
  | { readonly type: 'accepted' }
  | {
      readonly type: 'refused';
      readonly error: AppError;
      readonly field: keyof Values | undefined;
      readonly isProofRefused: boolean;
    };

export const startOf = <Values>(values: Values): FormState<Values> => ({
  values,
  stage: 'editing',
  attempts: 0,
  refusal: undefined,
  isProofOpen: false,
});

export function formReducer<Values>(state: FormState<Values>, event: FormEvent<Values>): FormState<Values> {
  switch (event.type) {
    case 'changed': {
      const { refusal } = state;
      // A field's refusal goes with the text it was about; one of the whole form stands until the next try.
      const isAnswered = refusal?.field !== undefined && refusal.field in event.change;
      return { ...state, values: { ...state.values, ...event.change }, refusal: isAnswered ? undefined : refusal };
    }
    case 'attempted':
      return { ...state, attempts: state.attempts + 1 };
    case 'proofAsked':
      return { ...state, stage: 'proving', isProofOpen: true, refusal: undefined };
    case 'proofClosed':
      return { ...state, stage: 'editing', isProofOpen: false, refusal: undefined };
    case 'sent':
      return { ...state, stage: 'sending', refusal: undefined };
    case 'accepted':
      return { ...state, stage: 'done', isProofOpen: false };
    case 'refused':
      return {
        ...state,
        stage: event.isProofRefused ? 'proving' : 'editing',
        isProofOpen: event.isProofRefused,
        attempts: state.attempts + (event.field === undefined ? 0 : 1),
        refusal: { error: event.error, field: event.field },
      };
  }
}
