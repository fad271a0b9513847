/**
 * A form over one endpoint: values, the rules of the page, the endpoint's own schema, the server's refusals at the field
 * they are about, a puzzle or a step-up before sending. The first field with a problem gets the focus, and nothing typed is
 * lost by a failure.
 *
 *   const form = useEndpointForm('login', { initial, problemsOf, problemText, toRequest, proof: 'puzzle', onDone });
 *   <form {...form.props}><TextField label=… {...form.bind('account')} /> … </form>
 *   <PuzzleSheet isOpen={form.proof.isOpen} onClose={form.proof.close} onSolved={(puzzleToken) => form.proof.give({ puzzleToken })} />
 */
import { useEffect, useReducer, useRef, type FormEvent as ReactFormEvent, type RefObject } from 'react';
import { endpoints, type EndpointName, type EndpointRequest, type EndpointResponse } from '../../domain/contract';
import { AppError, asAppError, type ErrorCode } from '../../domain/errors';
import { useErrorText } from '../i18n';
import { formReducer, startOf } from './formState';
import { useRefresh } from './useEndpoint';
import { useApi } from './useLive';

export interface EndpointFormOptions<Name extends EndpointName, Values extends object, Problem extends string> {
  readonly initial: Values;
  /** The rules that save a round trip: what is wrong with which field. The server checks the same again. */
  readonly problemsOf: (values: Values) => Partial<Record<keyof Values, Problem | undefined>>;
  readonly problemText: (problem: Problem) => string;
  /** Without what the proof adds. */
  readonly toRequest: (values: Values) => Partial<EndpointRequest<Name>>;
  /** What stands between the button and the call. A step-up that the server demands is asked for in any case. */
  readonly proof?: 'puzzle' | 'stepUp' | undefined;
  /** Refusals that belong to a field. One that names a field of the form finds it by itself. */
  readonly fieldOf?: Partial<Record<ErrorCode, keyof Values>>;
  readonly refreshes?: readonly EndpointName[];
  /** The form stays busy until this is over; a rejection is shown like a refusal. */
  readonly onDone: (answer: EndpointResponse<Name>, values: Values) => void | Promise<void>;
}

export interface BoundField<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** A sentence, from the first try to send on. */
  readonly problem: string | undefined;
}

export interface EndpointForm<Name extends EndpointName, Values extends object> {
  readonly values: Values;
  readonly isBusy: boolean;
  /** A refusal that belongs to no field, as a sentence. */
  readonly problem: string | undefined;
  /** What the last try was refused with. */
  readonly refusedWith: ErrorCode | undefined;
  bind<Field extends keyof Values>(field: Field): BoundField<Values[Field]>;
  change(change: Partial<Values>): void;
  readonly proof: {
    readonly isOpen: boolean;
    /** Why the proof was refused: it may be given again. */
    readonly problem: string | undefined;
    close(): void;
    give(proof: Partial<EndpointRequest<Name>>): void;
  };
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: ReactFormEvent) => void;
  };
}

/** The proof itself was wrong, missing or locked: its sheet stays open and says so. */
const proofRefusals: ReadonlySet<ErrorCode> = new Set([
  'AUTH_STEP_UP_REQUIRED',
  'AUTH_STEP_UP_LOCKED',
  'AUTH_WRONG_OLD_PASSWORD',
  'AUTH_WRONG_PAYMENT_PASSWORD',
  'AUTH_WRONG_ONE_TIME_CODE',
]);

export function useEndpointForm<Name extends EndpointName, Values extends object, Problem extends string>(
  name: Name,
  options: EndpointFormOptions<Name, Values, Problem>,
): EndpointForm<Name, Values> {
  const { initial, problemsOf, problemText, toRequest, proof, fieldOf = {}, refreshes = [], onDone } = options;
  const api = useApi();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const [state, dispatch] = useReducer(formReducer<Values>, initial, startOf<Values>);
  const { values, refusal } = state;
  const ref = useRef<HTMLFormElement>(null);
  // A second tap comes before the first one's render.
  const isSending = useRef(false);
  const problems = problemsOf(values);

  useEffect(() => {
    if (state.attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state.attempts]);

  const fieldOfRefusal = ({ code, params }: AppError): keyof Values | undefined => {
    const named = params['field'];
    return fieldOf[code] ?? (named !== undefined && named in initial ? (named as keyof Values) : undefined);
  };

  function judged(request: Partial<EndpointRequest<Name>>): EndpointRequest<Name> {
    const parsed = endpoints[name].request.safeParse(request);
    if (parsed.success) return request as EndpointRequest<Name>;
    throw new AppError('PARAMETER_WRONG', { params: { field: String(parsed.error.issues[0]?.path[0] ?? '') } });
  }

  async function send(given: Partial<EndpointRequest<Name>>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    dispatch({ type: 'sent' });
    try {
      const answer = await api.call(name, judged({ ...toRequest(values), ...given }), { toastErrors: false });
      await onDone(answer, values);
      dispatch({ type: 'accepted' });
      refresh(...refreshes);
    } catch (failure) {
      const error = asAppError(failure, 'PLEASE_RETRY');
      const field = fieldOfRefusal(error);
      const isProofRefused = field === undefined && proofRefusals.has(error.code);
      dispatch({ type: 'refused', error, field, isProofRefused });
    } finally {
      isSending.current = false;
    }
  }

  const isProofRefusal = refusal !== undefined && state.isProofOpen;
  const sentence = refusal === undefined ? undefined : errorText(refusal.error);
  return {
    values,
    isBusy: state.stage === 'sending',
    problem: refusal?.field === undefined && !isProofRefusal ? sentence : undefined,
    refusedWith: refusal?.error.code,
    bind: (field) => {
      const own = problems[field];
      const typed = own === undefined || state.attempts === 0 ? undefined : problemText(own);
      return {
        value: values[field],
        onChange: (value) => dispatch({ type: 'changed', change: { [field]: value } as unknown as Partial<Values> }),
        problem: refusal?.field === field ? sentence : typed,
      };
    },
    change: (change) => dispatch({ type: 'changed', change }),
    proof: {
      isOpen: state.isProofOpen,
      // That it is asked for is said by the sheet itself.
      problem: isProofRefusal && refusal.error.code !== 'AUTH_STEP_UP_REQUIRED' ? sentence : undefined,
      close: () => dispatch({ type: 'proofClosed' }),
      give: (given) => void send(given),
    },
    props: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (isSending.current) return;
        if (Object.values(problems).some((problem) => problem !== undefined)) dispatch({ type: 'attempted' });
        else if (proof === undefined) void send({});
        else dispatch({ type: 'proofAsked' });
      },
    },
  };
}
