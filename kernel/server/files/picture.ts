import type { Sharp, default as SharpFunction } from 'sharp';

/** A picture as it is stored: no larger than a screen needs, upright, without place and time of the photo. */
export interface PictureFile {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

const LARGEST_SIDE = 1600;
const THUMBNAIL_SIDE = 300;
/** Pixels that may be decoded whole: at most 240 MB. */
const MAX_PIXELS = 60_000_000;
/** A JPEG may have more: it is decoded at an eighth of its size. Not a progressive one, which is held as a whole. */
const MAX_JPEG_PIXELS = 250_000_000;

/** Thrown for a picture of too many pixels. */
export class TooManyPixels extends Error {
  readonly pixels: number;
  readonly most: number;
  constructor(pixels: number, most: number) {
    super(`a picture of ${pixels} pixels, at most ${most}`);
    this.pixels = pixels;
    this.most = most;
  }
}

/** Refuse a picture of too many pixels by its head, before anything is decoded. Return the limit that it meets. */
async function assertPixels(sharp: typeof SharpFunction, path: string | Buffer): Promise<number> {
  const {
    width,
    height,
    pages = 1,
    format,
    isProgressive,
  } = await sharp(path, {
    limitInputPixels: false,
  }).metadata();
  const most = format === 'jpeg' && !isProgressive ? MAX_JPEG_PIXELS : MAX_PIXELS;
  const pixels = width * height * pages;
  if (pixels > most) throw new TooManyPixels(pixels, most);
  return most;
}

let loaded: Promise<typeof SharpFunction> | undefined;

/**
 * Load the library with the first picture: it takes 0.1 s and 15 MB. It uses one thread, so that other calls are hardly
 * delayed.
 */
const painter = (): Promise<typeof SharpFunction> =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  }));

/**
 * Decode a picture and encode it again, so that only its pixels are stored. Throw where it is none, or `TooManyPixels`.
 */
export async function drawAnew(path: string | Buffer, extension: string): Promise<PictureFile> {
  const sharp = await painter();
  const moving = extension === 'gif' || extension === 'webp';
  const limitInputPixels = await assertPixels(sharp, path);
  const read = (): Sharp => sharp(path, { limitInputPixels, animated: moving, failOn: 'error' });
  const whole = read()
    .autoOrient()
    .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true });
  const made =
    extension === 'png'
      ? whole.png({ compressionLevel: 6 })
      : extension === 'gif'
        ? whole.gif()
        : extension === 'webp'
          ? whole.webp({ quality: 82 })
          : whole.jpeg({ quality: 85, mozjpeg: false });
  const { data, info } = await made.toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(data, { limitInputPixels: MAX_PIXELS })
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer();
  return { content: data, thumbnail, width: info.width, height: info.pageHeight ?? info.height };
}
