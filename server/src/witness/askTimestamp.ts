/**
 * A time-stamp authority (RFC 3161). It is sent the SHA-256 of the root's signed text (`signedBytes('root', {minuteMs, root})`) and
 * answers with a token that says when it saw it. Anybody can check the token: `openssl ts -verify -data text -in token -token_in`.
 */
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { signedBytes } from '@tessera/shared/fairness';
import { Integer, OctetString } from 'asn1js';
import * as pkijs from 'pkijs';
import type { Witness } from './Witness';

pkijs.setEngine(
  'node',
  new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as ConstructorParameters<typeof pkijs.CryptoEngine>[0]['crypto'] }),
);

const sha256Oid = '2.16.840.1.101.3.4.2.1';
const maxTokenBytes = 64 * 1024;
const limitMs = 10_000;

/** `trusted`: the authority's root certificates, PEM, any number in one text. */
export function askTimestamp(url: string, trusted: string): Witness {
  const blocks = pemBlocks(trusted);
  const certificates = blocks.map((der) => pkijs.Certificate.fromBER(der));
  if (certificates.length === 0) throw new Error(`the time-stamp authority ${url} has no certificate that is trusted`);
  return {
    kind: 'timestamp',
    url,
    published: {
      kind: 'timestamp',
      url,
      certificates: blocks.map((der) => createHash('sha256').update(Buffer.from(der)).digest('hex')).sort(),
    },
    async show(roots, signal) {
      const newest = await roots.newest();
      if (newest === undefined) throw new Error('there is no signed root yet');
      const data = signedBytes('root', { minuteMs: newest.minuteMs, root: newest.root });
      const nonce = exactBuffer(positive(randomBytes(8)));
      const request = new pkijs.TimeStampReq({
        version: 1,
        messageImprint: new pkijs.MessageImprint({
          hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: sha256Oid }),
          hashedMessage: new OctetString({ valueHex: exactBuffer(createHash('sha256').update(data).digest()) }),
        }),
        nonce: new Integer({ valueHex: nonce }),
        certReq: true,
      });
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: new Uint8Array(request.toSchema().toBER(false)),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      const bytes = await response.arrayBuffer();
      if (bytes.byteLength > maxTokenBytes) throw new Error(`${url} answered with ${bytes.byteLength} bytes`);
      const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(bytes);
      // 0: granted, 1: granted with changes.
      if (status.status > 1 || timeStampToken === undefined) throw new Error(`${url} refuses to stamp (status ${status.status})`);
      const info = await readToken(timeStampToken, data, certificates);
      const given = info.nonce?.valueBlock.valueHexView ?? new Uint8Array();
      if (!isSameNumber(given, new Uint8Array(nonce))) throw new Error(`${url} answered another question`);
      return {
        minuteMs: newest.minuteMs,
        root: newest.root,
        atMs: info.genTime.getTime(),
        statement: Buffer.from(timeStampToken.toSchema().toBER(false)).toString('base64'),
      };
    },
  };
}

/** Throws when the token is not about the data, not signed, or signed by nobody we trust. */
async function readToken(token: pkijs.ContentInfo, data: Uint8Array, trustedCerts: pkijs.Certificate[]): Promise<pkijs.TSTInfo> {
  const signed = new pkijs.SignedData({ schema: token.content });
  const isValid = await signed.verify({ signer: 0, data: exactBuffer(data), trustedCerts, checkChain: true });
  const content = signed.encapContentInfo.eContent;
  if (!isValid || content === undefined) throw new Error('the time stamp is not signed by an authority that is trusted');
  return pkijs.TSTInfo.fromBER(content.getValue());
}

const pemBlocks = (text: string): ArrayBuffer[] =>
  [...text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)].map(([, body = '']) =>
    exactBuffer(Buffer.from(body, 'base64')),
  );

const exactBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Leading zeros say nothing. */
/** As a number in its shortest form, which is the only one that DER knows: with a leading 00 or ff authorities refuse the request. */
export const positive = (bytes: Buffer): Buffer => {
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
};

const isSameNumber = (a: Uint8Array, b: Uint8Array): boolean =>
  Buffer.from(a)
    .toString('hex')
    .replace(/^(00)+/, '') ===
  Buffer.from(b)
    .toString('hex')
    .replace(/^(00)+/, '');
