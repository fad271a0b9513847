/**
 * A program against the slide puzzle: looks for the place where the background is the piece times one factor, as if the gap
 * showed what is on the piece, only darker.
 */
import sharp from 'sharp';

export interface PuzzlePictures {
  readonly background: string;
  readonly piece: string;
  readonly pieceY: number;
}

async function pixels(dataUrl: string, channels: 3 | 4): Promise<{ data: Buffer; width: number; height: number }> {
  const image = sharp(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
  const { data, info } = await (channels === 4 ? image.ensureAlpha() : image.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Left edge of the piece in image pixels. */
export async function matchTemplate({ background, piece, pieceY }: PuzzlePictures): Promise<number> {
  const ground = await pixels(background, 3);
  const part = await pixels(piece, 4);
  // The inside of the piece: its rim is drawn over.
  const inside: { offset: number; at: number }[] = [];
  for (let y = 4; y < part.height - 4; y += 1) {
    for (let x = 4; x < part.width - 4; x += 1) {
      const isOpaque = [
        [0, 0],
        [-3, 0],
        [3, 0],
        [0, -3],
        [0, 3],
      ].every(([dx = 0, dy = 0]) => (part.data[((y + dy) * part.width + x + dx) * 4 + 3] ?? 0) > 250);
      if (isOpaque) inside.push({ offset: (y * part.width + x) * 4, at: ((pieceY + y) * ground.width + x) * 3 });
    }
  }
  let best = { x: 0, misfit: Number.POSITIVE_INFINITY };
  for (let x = 0; x <= ground.width - part.width; x += 1) {
    let sumPP = 0;
    let sumPG = 0;
    let sumGG = 0;
    for (const { offset, at } of inside) {
      for (let channel = 0; channel < 3; channel += 1) {
        const p = part.data[offset + channel] ?? 0;
        const g = ground.data[at + x * 3 + channel] ?? 0;
        sumPP += p * p;
        sumPG += p * g;
        sumGG += g * g;
      }
    }
    // What is left of the background after the best factor, relative to its brightness.
    const misfit = 1 - (sumPG * sumPG) / (sumPP * sumGG);
    if (misfit < best.misfit) best = { x, misfit };
  }
  return best.x;
}
