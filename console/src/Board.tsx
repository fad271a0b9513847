/** Who is signed in, and with it which half of the page is shown. */
import { useState } from 'react';
import { createBoardApi } from './api/boardApi';
import { Releases } from './Releases';
import { forgetOperator, keepOperator, keptOperator, type Operator } from './board/operatorSession';
import { BoardSignIn } from './board/BoardSignIn';
import { texts } from './boardTexts';

export function Board() {
  const [operator, setOperator] = useState<Operator | undefined>(keptOperator);
  /** Why the operator has to sign in again; empty at the first time. */
  const [notice, setNotice] = useState('');

  function enter(entering: Operator): void {
    keepOperator(entering);
    setNotice('');
    setOperator(entering);
  }
  function leave(why: string): void {
    forgetOperator();
    setNotice(why);
    setOperator(undefined);
  }

  return (
    <>
      <title>{texts.title}</title>
      {operator === undefined ? (
        <BoardSignIn notice={notice} onEnter={enter} />
      ) : (
        <SignedIn key={operator.token} operator={operator} onLeave={leave} />
      )}
    </>
  );
}

function SignedIn({ operator, onLeave }: { readonly operator: Operator; readonly onLeave: (why: string) => void }) {
  const [api] = useState(() => createBoardApi(operator));
  return <Releases api={api} operatorName={operator.name} onLeave={onLeave} />;
}
