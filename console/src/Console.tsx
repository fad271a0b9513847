/** Who is signed in, and with it which half of the page is shown. */
import { useEffect, useState } from 'react';
import { callOperation } from './api/operations';
import { forgetToken, keepToken, keptToken, onTokenDied } from './session/operatorToken';
import type { SignedInOperator } from './session/SignedInOperator';
import { SignIn } from './session/SignIn';
import { toAddress } from './shell/address';
import { tell } from './shell/notice';
import { Shell } from './shell/Shell';
import { problemText } from './texts/problemText';
import { shellTexts as texts } from './texts/shell';

export function Console() {
  const [operator, setOperator] = useState<SignedInOperator>();
  const [isAsking, setIsAsking] = useState(() => keptToken() !== null);
  /** Why the operator has to sign in again. */
  const [notice, setNotice] = useState('');

  useEffect(
    () =>
      onTokenDied(() => {
        setNotice(texts.signIn.over);
        setOperator(undefined);
      }),
    [],
  );

  // A tab that was loaded again has its token still; who that is the server says.
  useEffect(() => {
    if (!isAsking) return;
    void callOperation('sessionMe', {}).then((answer) => {
      if (answer.is === 'answer') setOperator(answer.value);
      else if (keptToken() !== null) setNotice(problemText(answer));
      setIsAsking(false);
    });
  }, [isAsking]);

  function leave(why: string): void {
    // Whether it is heard or not: this tab no longer has the token, and the server forgets it after 15 minutes without a call.
    void callOperation('sessionEnd', {});
    forgetToken();
    tell('');
    setNotice(why);
    setOperator(undefined);
  }

  if (operator === undefined)
    return (
      <>
        <title>{texts.title}</title>
        {isAsking ? null : (
          <SignIn
            notice={notice}
            onEnter={({ token, ...entered }) => {
              keepToken(token);
              setNotice('');
              setOperator(entered);
            }}
          />
        )}
      </>
    );
  return (
    <Shell
      operator={operator}
      onLeave={() => {
        leave('');
        toAddress([]);
      }}
      onIdle={() => leave(texts.signIn.idle)}
    />
  );
}
