/** What an address answers. Another place is not followed, and a refusal is no content: both are told. */
export async function askFor(address: string, waitMs: number): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(waitMs), redirect: 'manual' });
  if (answer.status >= 300 && answer.status < 400)
    throw new Error(
      `${address} leads to ${answer.headers.get('location') ?? 'another place'}: whoever trusts that place asks it`,
    );
  return answer;
}

export async function bytesAt(address: string): Promise<Buffer> {
  const answer = await askFor(address, 60_000);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
