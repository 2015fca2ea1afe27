import { momentOf } from '../../i18n/company-time.ts';
import { type Shot, shotOf } from './exif.ts';
import { greyOf, isBlurred, isDark, signsOf } from './judge-photo.ts';

const WIDEST = 1600;
const QUALITY = 0.82;
const JUDGED_AT = 480;
const THUMB = 240;
const HEAD_BYTES = 262_144;

/**
 * A photo ready for the upload: scaled down, upright and without metadata. Its time, its place and the results of its
 * checks are separate.
 */
export interface Photo extends Shot {
  readonly blob: Blob;
  readonly thumb: Blob;
  /** SHA-256 of the original file, in hex; empty on pages without HTTPS, where browsers offer no hash function. */
  readonly hash: string;
  readonly signs: string;
  readonly dark: boolean;
  readonly blurred: boolean;
}

function drawn(bitmap: ImageBitmap, longest: number): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: longest === JUDGED_AT })!;
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return { canvas, pen };
}

export const blobOf = (canvas: HTMLCanvasElement, type = 'image/jpeg', quality = QUALITY): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, quality),
  );

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Scale down a photo of the camera, read its metadata and check its quality. Reject a file that is no picture. */
export async function takePhoto(file: File): Promise<Photo> {
  const bytes = await file.arrayBuffer();
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { canvas, pen } = drawn(bitmap, JUDGED_AT);
    const grey = greyOf(pen.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height);
    const shot = shotOf(bytes.slice(0, HEAD_BYTES));
    return {
      blob: await blobOf(drawn(bitmap, WIDEST).canvas),
      thumb: await blobOf(drawn(bitmap, THUMB).canvas, 'image/jpeg', 0.7),
      hash: await hashOf(bytes),
      signs: signsOf(grey),
      dark: isDark(grey),
      blurred: isBlurred(grey),
      taken: shot.taken ?? momentOf(new Date(file.lastModified)),
      place: shot.place,
    };
  } finally {
    bitmap.close();
  }
}

const FOUND_WITHIN_MS = 8000;
const FRESH_MS = 60_000;

/** Return the location of this phone, as `lng,lat` in WGS-84; null where it is unknown or not permitted. */
export function whereNow(): Promise<string | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    const give = (place: string | null): void => {
      clearTimeout(timer);
      resolve(place);
    };
    // Some browsers never call back while they ask for the permission, so answer null after a time.
    const timer = setTimeout(() => resolve(null), FOUND_WITHIN_MS);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => give(`${coords.longitude.toFixed(6)},${coords.latitude.toFixed(6)}`),
      () => give(null),
      { enableHighAccuracy: true, timeout: FOUND_WITHIN_MS, maximumAge: FRESH_MS },
    );
  });
}
