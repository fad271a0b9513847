import { useRef } from 'react';
import type { Answer } from '../api/operations';
import { merchantsTexts as texts } from '../texts/merchants';

/** What is told of an act that two operators have to do: done, or that it waits for the second one. */
export function useByTwo(onDone: (told: string) => void) {
  const told = useRef<string>(texts.done);
  return {
    async sayWhether(asked: Promise<Answer<{ readonly waits: boolean }>>) {
      const answer = await asked;
      if (answer.is === 'answer') told.current = answer.value.waits ? texts.waits : texts.done;
      return answer;
    },
    tellIt: () => onDone(told.current),
  };
}
