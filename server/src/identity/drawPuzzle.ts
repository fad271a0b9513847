/**
 * The picture of the slide puzzle: a mosaic of our own, different each time, with a gap in the shape of the piece. The gap
 * is the same picture darkened, which an eye finds at once; patches of false shade keep the simplest search by darkness
 * alone from finding it.
 */
import sharp from 'sharp';
import type { Random } from '../platform/random';

export const puzzleSize = { width: 320, height: 160, piece: 52 } as const;

export interface DrawnPuzzle {
  /** data: URLs. */
  readonly background: string;
  readonly piece: string;
  /** Left edge of the gap: the answer. */
  readonly x: number;
  readonly y: number;
}

sharp.cache(false);
sharp.concurrency(1);

const tile = 20;
const shade = 0.45;

function mosaic(random: Random): string {
  const { width, height } = puzzleSize;
  const hue = random.integer(360);
  const colour = () => `hsl(${(hue + random.integer(90)) % 360} ${35 + random.integer(40)}% ${35 + random.integer(40)}%)`;
  const shapes: string[] = [];
  for (let y = 0; y < height; y += tile) {
    for (let x = 0; x < width; x += tile) {
      const corners = [`${x},${y}`, `${x + tile},${y}`, `${x + tile},${y + tile}`, `${x},${y + tile}`] as const;
      const turned = random.integer(2) === 0;
      const halves = turned
        ? [
            [corners[0], corners[1], corners[2]],
            [corners[0], corners[2], corners[3]],
          ]
        : [
            [corners[0], corners[1], corners[3]],
            [corners[1], corners[2], corners[3]],
          ];
      for (const half of halves) shapes.push(`<polygon points="${half.join(' ')}" fill="${colour()}"/>`);
    }
  }
  for (let n = 0; n < 6; n += 1) {
    shapes.push(
      `<circle cx="${random.integer(width)}" cy="${random.integer(height)}" r="${10 + random.integer(30)}" fill="${colour()}" fill-opacity="0.4"/>`,
    );
  }
  // False shade: round, so that an eye does not take it for the gap.
  for (let n = 0; n < 3; n += 1) {
    shapes.push(
      `<circle cx="${random.integer(width)}" cy="${random.integer(height)}" r="${18 + random.integer(14)}" fill="#000" fill-opacity="0.3"/>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
}

/** A rounded tile with a bay on top and a nose on the right, within piece x piece pixels. */
function outline(x: number, y: number): string {
  const { piece } = puzzleSize;
  const nose = 8;
  const right = x + piece - nose - 1;
  const bottom = y + piece - 1;
  const top = y + 1;
  const middleX = x + (piece - nose) / 2;
  const middleY = y + piece / 2;
  return [
    `M${x + 5} ${top}`,
    `H${middleX - nose}`,
    `A${nose} ${nose} 0 0 0 ${middleX + nose} ${top}`,
    `H${right - 4}`,
    `Q${right} ${top} ${right} ${top + 4}`,
    `V${middleY - nose}`,
    `A${nose} ${nose} 0 0 1 ${right} ${middleY + nose}`,
    `V${bottom - 4}`,
    `Q${right} ${bottom} ${right - 4} ${bottom}`,
    `H${x + 5}`,
    `Q${x + 1} ${bottom} ${x + 1} ${bottom - 4}`,
    `V${top + 4}`,
    `Q${x + 1} ${top} ${x + 5} ${top}`,
    'Z',
  ].join(' ');
}

const svg = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);
const dataUrl = (image: Buffer) => `data:image/webp;base64,${image.toString('base64')}`;

export async function drawPuzzle(random: Random): Promise<DrawnPuzzle> {
  const { width, height, piece } = puzzleSize;
  // The piece starts at the left edge: a gap close to it would be a gift.
  const x = piece + 28 + random.integer(width - 2 * piece - 36);
  const y = 6 + random.integer(height - piece - 12);
  const picture = await sharp(Buffer.from(mosaic(random)))
    .removeAlpha()
    .png()
    .toBuffer();
  const gap = svg(
    width,
    height,
    `<path d="${outline(x, y)}" fill="#000" fill-opacity="${1 - shade}" stroke="#fff" stroke-opacity="0.55" stroke-width="1"/>`,
  );
  const background = await sharp(picture)
    .composite([{ input: gap }])
    .webp({ quality: 82 })
    .toBuffer();
  const mask = svg(piece, piece, `<path d="${outline(0, 0)}" fill="#fff"/>`);
  const rim = svg(piece, piece, `<path d="${outline(0, 0)}" fill="none" stroke="#fff" stroke-opacity="0.8" stroke-width="1.5"/>`);
  const cut = await sharp(picture)
    .extract({ left: x, top: y, width: piece, height: piece })
    .ensureAlpha()
    .composite([{ input: mask, blend: 'dest-in' }, { input: rim }])
    .webp({ quality: 85 })
    .toBuffer();
  return { background: dataUrl(background), piece: dataUrl(cut), x, y };
}
