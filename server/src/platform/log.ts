/** Structured lines on standard output. What must never be written is removed by name, at any of the depths we log. */
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config';

export type Log = Logger;

const secretKeys = [
  'token',
  'puzzleToken',
  'password',
  'passwordAgain',
  'oldPassword',
  'paymentPassword',
  'authorization',
  'stepUpPassword',
  'stepUpCode',
  'oneTimeCode',
  'recoveryCodes',
  'secret',
  'uri',
  'idNumber',
  'card',
  'cardNumber',
  'verificationCode',
];
const depths = ['', '*.', '*.*.', '*.*.*.'];
/** `code` is a secret in a request (verification code) but the best clue in an error, so it is named by its place. */
const requestCodes = ['body.code', '*.body.code', 'query.code', '*.query.code', 'params.code', 'input.code', '*.input.code'];
export const redactedPaths = [...depths.flatMap((depth) => secretKeys.map((key) => `${depth}${key}`)), ...requestCodes];

export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: config.logLevel,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[removed]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
