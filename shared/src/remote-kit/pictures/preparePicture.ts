/**
 * A picture made ready on the person's own device: upright, no larger than it has to be to be read, and nothing in it but its pixels.
 * A phone's photo of 8 MB becomes one of half a megabyte, and the place where it was taken stays with the person.
 */
import { AppError } from '../../domain/errors';

const longestSide = 2048;
const quality = 0.85;
/** More than any phone's camera makes; to unpack it would take the page's memory. */
const mostBytes = 67_108_864;

/** Throws UPLOAD_TYPE_WRONG for what this browser cannot read as a picture, UPLOAD_TOO_LARGE, and UPLOAD_FAILED. */
export async function preparePicture(chosen: File): Promise<File> {
  if (chosen.size > mostBytes) throw new AppError('UPLOAD_TOO_LARGE', { params: { max: `${mostBytes / 1_048_576} MB` } });
  const bitmap = await createImageBitmap(chosen, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new AppError('UPLOAD_TYPE_WRONG', { cause });
  });
  const canvas = document.createElement('canvas');
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = canvas.getContext('2d', { alpha: false });
    if (pen === null) throw new AppError('UPLOAD_FAILED', { cause: 'no canvas' });
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob === null) throw new AppError('UPLOAD_FAILED', { cause: 'the canvas gave no picture' });
    return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
  } finally {
    bitmap.close();
    // Phones keep a canvas's memory for long otherwise.
    canvas.width = 0;
    canvas.height = 0;
  }
}
