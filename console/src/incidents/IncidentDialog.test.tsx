import { afterEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { incidentsTexts as texts } from '../texts/incidents';
import { IncidentDialog } from './IncidentDialog';

afterEach(() => {
  jest.restoreAllMocks();
});

test('what is confirmed is what was looked at', async () => {
  const asked: Record<string, unknown>[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push(body);
    const interval = { id: '7', symbol: 'BTC-USDT', fromMs: 1, toMs: 2, reason: 'wrong source' };
    const answer = { ...interval, sums: [], seen: 'b'.repeat(64), isPublished: body['preview'] !== true };
    return Response.json({ type: 'ok', message: answer });
  });
  const onDone = jest.fn();
  const act = { is: 'confirm', id: '7', symbol: 'BTC-USDT', reason: 'wrong source', fromMs: 1, toMs: 2 } as const;
  render(<IncidentDialog act={act} onDone={onDone} onClose={() => undefined} />);
  const confirm = await screen.findByRole('button', { name: texts.confirmNow });
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  fireEvent.click(confirm);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(asked).toEqual([
    { id: '7', preview: true },
    { id: '7', preview: false, seen: 'b'.repeat(64) },
  ]);
});
