/**
 * The picture of the slide puzzle: a mosaic of our own with a gap in the shape of the piece. Outline, turn and size of the
 * piece differ each time; what lies in the gap is another mosaic, the piece is toned and grained apart, and false gaps of
 * other outlines stand in other rows. So no part of the picture is a copy of the piece that a search could find by its
 * colours; an eye finds the rim. A program that looks for rims finds it as well: nothing relies on the puzzle.
 */
import sharp from 'sharp';
import type { Random } from '../platform/random';

export const puzzleSize = { width: 320, height: 160, piece: 56 } as const;

export interface DrawnPuzzle {
  /** data: URLs. */
  readonly background: string;
  readonly piece: string;
  /** Left edge of the piece's square at the gap: the answer. */
  readonly x: number;
  readonly y: number;
}

sharp.cache(false);
sharp.concurrency(1);

const tile = 20;
const nose = 7;
/** Sides of the piece before its nose: what is left of the square is for noses, turn and size. */
const side = 34;
const falseGaps = 3;
/** False gaps lie at least so far above or below, so that on the row of the piece there is one gap only. */
const rowHeight = 53;
const gapRim = 'stroke="#fff" stroke-opacity="0.7" stroke-width="1.5"';

const wrap = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);
const dataUrl = (image: Buffer) => `data:image/webp;base64,${image.toString('base64')}`;
const between = (random: Random, least: number, most: number) => least + random.integer(most - least + 1);

/** Triangles in colours of one part of the wheel, with discs of the same over them. */
function mosaic(random: Random, hue: number): Buffer {
  const { width, height } = puzzleSize;
  const colour = () => `hsl(${(hue + random.integer(90)) % 360} ${between(random, 35, 74)}% ${between(random, 35, 74)}%)`;
  const shapes: string[] = [];
  for (let y = 0; y < height; y += tile) {
    for (let x = 0; x < width; x += tile) {
      const [a, b, c, d] = [`${x},${y}`, `${x + tile},${y}`, `${x + tile},${y + tile}`, `${x},${y + tile}`];
      const halves = random.integer(2) === 0 ? [`${a} ${b} ${c}`, `${a} ${c} ${d}`] : [`${a} ${b} ${d}`, `${b} ${c} ${d}`];
      for (const half of halves) shapes.push(`<polygon points="${half}" fill="${colour()}"/>`);
    }
  }
  for (let n = 0; n < 6; n += 1) {
    const [cx, cy, r] = [random.integer(width), random.integer(height), between(random, 10, 39)];
    shapes.push(`<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour()}" fill-opacity="0.4"/>`);
  }
  return wrap(width, height, shapes.join(''));
}

/** How each side goes: straight, a nose outwards, or a bay inwards. */
type Sides = readonly [number, number, number, number];
const sideKinds = [0, 1, -1] as const;

/** Never four straight sides: a square has no shape to recognise. */
function drawSides(random: Random, unlike?: Sides): Sides {
  const draw = () => sideKinds[random.integer(3)] ?? 0;
  for (;;) {
    const sides: Sides = [draw(), draw(), draw(), draw()];
    if (sides.some((kind) => kind !== 0) && sides.join() !== unlike?.join()) return sides;
  }
}

/** Around the middle of the coordinate system. */
function outline(sides: Sides): string {
  const half = side / 2;
  const corners = [
    [-half, -half, 1, 0],
    [half, -half, 0, 1],
    [half, half, -1, 0],
    [-half, half, 0, -1],
  ] as const;
  const steps = corners.map(([x, y, dx, dy], index) => {
    const kind = sides[index] ?? 0;
    const before = half - nose;
    const bend =
      kind === 0
        ? `l${dx * 2 * nose} ${dy * 2 * nose}`
        : `a${nose} ${nose} 0 0 ${kind === 1 ? 1 : 0} ${dx * 2 * nose} ${dy * 2 * nose}`;
    return `${index === 0 ? `M${x} ${y}` : ''} l${dx * before} ${dy * before} ${bend} l${dx * before} ${dy * before}`;
  });
  return `${steps.join(' ')}Z`;
}

const placed = (shape: string, x: number, y: number, turn: number, size: number, paint: string) =>
  `<path d="${shape}" transform="translate(${x} ${y}) rotate(${turn}) scale(${size})" ${paint}/>`;

/** A grain that is different in each picture. */
const grain = (width: number, height: number, sigma: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma } } })
    .png()
    .toBuffer();

export async function drawPuzzle(random: Random): Promise<DrawnPuzzle> {
  const { width, height, piece } = puzzleSize;
  const half = piece / 2;
  // The piece starts at the left edge: a gap close to it would be a gift.
  const x = piece + 24 + random.integer(width - 2 * piece - 32);
  const y = 4 + random.integer(height - piece - 8);
  const sides = drawSides(random);
  const shape = outline(sides);
  const [turn, size] = [between(random, 0, 359), between(random, 92, 106) / 100];
  const hue = random.integer(360);
  const picture = await sharp(mosaic(random, hue)).removeAlpha().png().toBuffer();
  const other = await sharp(mosaic(random, hue + 60))
    .removeAlpha()
    .modulate({ brightness: 0.55 })
    .png()
    .toBuffer();

  const gap = placed(shape, x + half, y + half, turn, size, 'fill="#fff"');
  const rims = [placed(shape, x + half, y + half, turn, size, `fill="none" ${gapRim}`)];
  for (let n = 0; n < falseGaps; n += 1) {
    const falseY = (y + half + rowHeight + random.integer(rowHeight)) % height;
    const paint = `fill="#000" fill-opacity="0.35" stroke="#fff" stroke-opacity="0.4" stroke-width="1.5"`;
    const falseShape = outline(drawSides(random, sides));
    rims.push(placed(falseShape, between(random, half, width - half), falseY, random.integer(360), 0.8, paint));
  }
  const filling = await sharp(other)
    .ensureAlpha()
    .composite([{ input: wrap(width, height, gap), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const background = await sharp(picture)
    .composite([
      { input: filling },
      { input: wrap(width, height, rims.join('')) },
      { input: await grain(width, height, 14), blend: 'soft-light' },
    ])
    .webp({ quality: 78 })
    .toBuffer();

  // A little turned and resized against the gap: near enough for an eye, no copy for a program.
  const [pieceTurn, pieceSize] = [turn + between(random, -4, 4), (size * between(random, 96, 104)) / 100];
  const mask = wrap(piece, piece, placed(shape, half, half, pieceTurn, pieceSize, 'fill="#fff"'));
  const rim = wrap(
    piece,
    piece,
    placed(shape, half, half, pieceTurn, pieceSize, 'fill="none" stroke="#fff" stroke-opacity="0.85" stroke-width="1.5"'),
  );
  const cut = await sharp(picture).extract({ left: x, top: y, width: piece, height: piece }).toBuffer();
  const toned = await sharp(cut)
    .modulate({
      brightness: between(random, 88, 116) / 100,
      saturation: between(random, 75, 125) / 100,
      hue: between(random, -14, 14),
    })
    .composite([{ input: await grain(piece, piece, 18), blend: 'soft-light' }])
    .ensureAlpha()
    .png()
    .toBuffer();
  const whole = await sharp(toned)
    .composite([{ input: mask, blend: 'dest-in' }, { input: rim }])
    .webp({ quality: 80 })
    .toBuffer();
  return { background: dataUrl(background), piece: dataUrl(whole), x, y };
}
