import { useState, type FormEvent } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { callOperation, type Problem } from '../api/operations';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { problemText } from '../texts/problemText';
import { shellTexts } from '../texts/shell';
import styles from './SignIn.module.css';

const texts = shellTexts.signIn;

export interface SignInProps {
  /** Why the operator has to sign in again; empty at the first time. */
  readonly notice: string;
  readonly onEnter: (begun: OperationResponse<'sessionBegin'>) => void;
}

/** Name, password and code together; what was refused does not say which of them it was. */
export function SignIn({ notice, onEnter }: SignInProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [isAsking, setIsAsking] = useState(false);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = { name: name.trim(), password, code: code.replaceAll(/\s/g, '') };
    if (Object.values(typed).includes('')) return setProblem(texts.missing);
    setIsAsking(true);
    const answer = await callOperation('sessionBegin', typed);
    setIsAsking(false);
    if (answer.is === 'answer') return onEnter(answer.value);
    // It may have been taken with this try.
    setCode('');
    setProblem(refusalText(answer));
  }

  return (
    <main className={styles['page']}>
      <form className={styles['form']} onSubmit={(event) => void enter(event)} noValidate>
        <h1>{shellTexts.title}</h1>
        <p className="soft">{texts.about}</p>
        {notice === '' || problem !== '' ? null : (
          <p role="status" className="note">
            {notice}
          </p>
        )}
        <Field label={texts.name}>
          <input
            value={name}
            onChange={({ target }) => setName(target.value)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            required
          />
        </Field>
        <Field label={texts.password}>
          <input
            type="password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            autoComplete="current-password"
            maxLength={200}
            required
          />
        </Field>
        <Field label={texts.code} hint={texts.codeHint}>
          <input
            value={code}
            onChange={({ target }) => setCode(target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
        </Field>
        <p role="alert" className={problem === '' ? 'hidden' : 'problem'}>
          {problem}
        </p>
        <Button kind="main" type="submit" isBusy={isAsking}>
          {texts.enter}
        </Button>
      </form>
    </main>
  );
}

function refusalText(problem: Problem): string {
  if (problem.kind === 'refused' && problem.code === 'AUTH_WRONG_CREDENTIALS') return texts.wrong;
  if (problem.kind === 'refused' && problem.code === 'FEATURE_UNAVAILABLE') return texts.noKey;
  return problemText(problem);
}
