import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createCodeDelivery } from './codeDelivery';
import type { AddressInfo, Server } from 'node:net';

const servers: Server[] = [];
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

const unset = { isProduction: false, smtpUrl: undefined, smtpFrom: 'no-reply@tessera.example', smsGatewayUrl: undefined };
const printed: string[] = [];
const print = (line: string) => void printed.push(line);

describe('delivery of codes', () => {
  it('goes out by SMTP when that is set', async () => {
    const received: string[] = [];
    const port = await listen(
      createServer((socket) => {
        let isData = false;
        socket.write('220 here\r\n');
        socket.on('data', (chunk) => {
          const text = chunk.toString();
          received.push(text);
          if (isData && text.endsWith('\r\n.\r\n')) {
            isData = false;
            socket.write('250 taken\r\n');
          } else if (!isData) {
            isData = text.startsWith('DATA');
            socket.write(isData ? '354 go on\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n');
          }
        });
      }),
    );
    await createCodeDelivery({ ...unset, smtpUrl: `smtp://127.0.0.1:${port}` }, print).email(
      'ada@example.com',
      'Your code',
      'It is 123456.',
    );
    const mail = received.join('');
    for (const part of [
      'RCPT TO:<ada@example.com>',
      'MAIL FROM:<no-reply@tessera.example>',
      'Subject: Your code',
      'It is 123456.',
    ])
      expect(mail).toContain(part);
    expect(printed).toEqual([]);
  });

  it('goes out by the text-message gateway when that is set, and a refusal of the gateway is an error', async () => {
    const received: unknown[] = [];
    let status = 200;
    const port = await listen(
      createHttpServer((request, response) => {
        request.on('data', (chunk: Buffer) => received.push(JSON.parse(chunk.toString())));
        request.on('end', () => response.writeHead(status).end());
      }),
    );
    const delivery = createCodeDelivery({ ...unset, smsGatewayUrl: `http://127.0.0.1:${port}/send` }, print);
    await delivery.sms('+447700900123', 'Code 123456');
    expect(received).toEqual([{ to: '+447700900123', text: 'Code 123456' }]);
    status = 500;
    await expect(delivery.sms('+447700900123', 'Code 123456')).rejects.toThrow('500');
  });

  it('is printed when nothing is set, and refused instead in production', async () => {
    await createCodeDelivery(unset, print).sms('+447700900123', 'Code 123456');
    expect(printed).toEqual(['[message to +447700900123] Code 123456\n']);
    await expect(createCodeDelivery({ ...unset, isProduction: true }, print).sms('+447700900123', 'Code')).rejects.toThrow(
      'FEATURE_UNAVAILABLE',
    );
  });
});
