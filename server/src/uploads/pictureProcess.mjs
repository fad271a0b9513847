/**
 * A process for one picture. Whoever can make a decoder do what he wants gets a process that has no settings, no database and no
 * other person's picture, and that ends with this one. It is told the picture and the limits by its parent, answers once, and is
 * ended by it. Plain JavaScript, so that it starts without a transpiler.
 */
import sharp from 'sharp';

const memoryLimitBytes = 512 * 1024 * 1024;
const lookMs = 20;
/** The longer side of what is kept. A page of small print is read at that. */
const longestSide = 4096;
const quality = 85;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** Anew from its pixels: upright, without metadata, without transparency, without whatever else was in the file. */
async function encodeAnew({ bytes, pixels, seconds }) {
  const picture = Buffer.from(bytes);
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata();
  if (width * height > pixels) return { problem: 'pixels' };
  const { data, info } = await sharp(picture, { limitInputPixels: pixels, failOn: 'error' })
    .timeout({ seconds })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

process.once('disconnect', () => process.exit());
process.once('message', (asked) => {
  // Decoding is done beside this loop, which so sees how much it takes.
  setInterval(() => process.memoryUsage.rss() > memoryLimitBytes && process.exit(), lookMs);
  encodeAnew(asked).then(
    (answer) => process.send(answer),
    (error) => process.send({ problem: 'broken', reason: String(error) }),
  );
});
