import { useState, type FormEvent } from 'react';
import { createBoardApi } from '../api/boardApi';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { problemText, texts } from '../boardTexts';
import { isOperatorName, type Operator } from './operatorSession';
import styles from '../session/SignIn.module.css';

/** Asks the server before it lets anybody in, so a wrong token is told here and what was typed stays. */
export function BoardSignIn({ notice, onEnter }: { readonly notice: string; readonly onEnter: (operator: Operator) => void }) {
  const [name, setName] = useState('');
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState(notice);
  const [isAsking, setIsAsking] = useState(false);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    const operator = { name: name.trim(), token: token.trim() };
    if (!isOperatorName(operator.name)) return setProblem(texts.signIn.nameRule);
    if (!/^[\x21-\x7e]+$/.test(operator.token)) return setProblem(texts.signIn.tokenRule);
    setIsAsking(true);
    const answer = await createBoardApi(operator).status();
    setIsAsking(false);
    if (answer.is === 'answer') onEnter(operator);
    else setProblem(problemText(answer));
  }

  return (
    <main className={styles['page']}>
      <form className={styles['form']} onSubmit={(event) => void enter(event)} noValidate>
        <h1>{texts.title}</h1>
        <p className="soft">{texts.signIn.about}</p>
        <Field label={texts.signIn.name} hint={texts.signIn.nameHint}>
          <input value={name} onChange={({ target }) => setName(target.value)} autoComplete="username" maxLength={40} required />
        </Field>
        <Field label={texts.signIn.token} hint={texts.signIn.tokenHint}>
          <input type="password" value={token} onChange={({ target }) => setToken(target.value)} autoComplete="off" required />
        </Field>
        <p role="alert" className={problem === '' ? 'hidden' : 'problem'}>
          {problem}
        </p>
        <Button kind="main" type="submit" isBusy={isAsking}>
          {texts.signIn.enter}
        </Button>
      </form>
    </main>
  );
}
