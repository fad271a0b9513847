/**
 * How a code reaches a person. By default it is printed on the server's terminal (never in the log), which suits one
 * person on one machine; e-mail goes out by SMTP and text messages by an HTTP gateway when these are set. In production a
 * way that is not set is unavailable instead of printed.
 */
import { AppError } from '@tessera/shared/errors';
import type { Config } from '../platform/config';

export interface CodeDelivery {
  email(to: string, subject: string, body: string): Promise<void>;
  sms(to: string, body: string): Promise<void>;
}

const limitMs = 15_000;

export type DeliveryConfig = Pick<Config, 'smtpUrl' | 'smtpFrom' | 'smsGatewayUrl' | 'isProduction'>;

export function createCodeDelivery(config: DeliveryConfig, print: (line: string) => void): CodeDelivery {
  const openMailer = async (url: string) => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({ url, connectionTimeout: limitMs, socketTimeout: limitMs });
  };
  /** Made for the first mail: a server without mail does not read its library. */
  let mailer: ReturnType<typeof openMailer> | undefined;
  const printOrRefuse = (to: string, body: string) => {
    if (config.isProduction) throw new AppError('FEATURE_UNAVAILABLE');
    print(`[message to ${to}] ${body}\n`);
  };
  return {
    async email(to, subject, body) {
      if (config.smtpUrl === undefined) return printOrRefuse(to, body);
      mailer ??= openMailer(config.smtpUrl);
      await (await mailer).sendMail({ from: config.smtpFrom, to, subject, text: body });
    },
    async sms(to, body) {
      if (config.smsGatewayUrl === undefined) return printOrRefuse(to, body);
      const answer = await fetch(config.smsGatewayUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text: body }),
        signal: AbortSignal.timeout(limitMs),
      });
      if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
    },
  };
}
