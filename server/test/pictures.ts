/** Pictures for tests: good ones, and files that only look like one. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Two of different `tint` (0 to 255) are different pictures. */
export const aJpeg = (tint: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: tint, g: 120, b: 40 } } })
    .withExif({ IFD0: { Artist: 'a secret of the camera' } })
    .jpeg()
    .toBuffer();

const crcTable = Int32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = -1;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeInt32BE(~crc);
  return Buffer.concat([length, body, check]);
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A whole black-and-white PNG with this many pixels on each side, some thousand times smaller than what it unpacks to. */
export function aPngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 1 });
  return Buffer.concat([pngSignature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** As a browser sends it. */
export async function aForm(
  fields: Readonly<Record<string, string | Buffer | readonly Buffer[]>>,
): Promise<{ readonly payload: Buffer; readonly headers: { readonly 'content-type': string } }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of typeof value === 'string' || Buffer.isBuffer(value) ? [value] : value)
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, new Blob([new Uint8Array(one)]), '../../holiday.png');
  const body = new Response(form);
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  };
}
