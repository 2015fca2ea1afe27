import type { Sharp, default as SharpFunction } from 'sharp';

/** A picture as it is kept: no larger than a screen needs, upright, without where and when it was taken. */
export interface PictureFile {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

const LARGEST_SIDE = 1600;
const THUMBNAIL_SIDE = 300;
/** 60 megapixels: more than any camera of a phone, far less than a bomb. */
const MOST_PIXELS = 60_000_000;

let loaded: Promise<typeof SharpFunction> | undefined;

/** Read with the first picture: it takes 0.1 s and 15 MB. One picture at a time: calls of people who wait for a list come first. */
const painter = (): Promise<typeof SharpFunction> =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  }));

/** Reads a picture and writes it anew, so that nothing but the picture is kept. Throws when it is none. */
export async function drawAnew(path: string | Buffer, extension: string): Promise<PictureFile> {
  const sharp = await painter();
  const moving = extension === 'gif' || extension === 'webp';
  const read = (): Sharp => sharp(path, { limitInputPixels: MOST_PIXELS, animated: moving, failOn: 'error' });
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
  const thumbnail = await sharp(data, { limitInputPixels: MOST_PIXELS })
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer();
  return { content: data, thumbnail, width: info.width, height: info.pageHeight ?? info.height };
}
