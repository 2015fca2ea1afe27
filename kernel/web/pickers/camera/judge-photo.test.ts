import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { shotOf } from './exif.ts';
import { type Grey, greyOf, isBlurred, isDark, isSameShot, signsOf } from './judge-photo.ts';

const SIDE = { width: 480, height: 360 };

/** Return an SVG scene with many edges: a plate with lines and a round gauge, which `shift` moves. */
const scene = (shift: number, ground = '#d8d8d0'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360" fill="${ground}"/><rect x="${40 + shift}" y="40" width="200" height="120" fill="#445"/><circle cx="${330 - shift}" cy="${220 - shift / 2}" r="80" fill="#776655"/>${Array.from({ length: 24 }, (_, n) => `<rect x="60" y="${180 + n * 7}" width="${120 + ((n * 53 + shift) % 90)}" height="3" fill="#222"/>`).join('')}</svg>`;

async function greys(image: Sharp): Promise<Grey> {
  const { data, info } = await image
    .resize({ ...SIDE, fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return greyOf(new Uint8ClampedArray(data), info.width, info.height);
}
const of = (shift: number): Sharp => sharp(Buffer.from(scene(shift)));

test('a dark photo is dark, one of a plate lit by a torch is not', async () => {
  expect(isDark(await greys(of(0)))).toBe(false);
  expect(isDark(await greys(sharp(await of(0).png().toBuffer()).linear(0.12, 0)))).toBe(true);
  const lit = scene(0, '#050505').replace(
    '</svg>',
    '<rect x="300" y="20" width="160" height="110" fill="#e8e8e0"/></svg>',
  );
  expect(isDark(await greys(sharp(Buffer.from(lit))))).toBe(false);
});

test('a photo out of focus is blurred, a sharp one is not', async () => {
  expect(isBlurred(await greys(of(0)))).toBe(false);
  expect(isBlurred(await greys(sharp(await of(0).png().toBuffer()).blur(8)))).toBe(true);
});

test('the same shot is recognised however it was saved; another one and a bare wall are not', async () => {
  const signs = signsOf(await greys(of(0)));
  const saved = signsOf(await greys(sharp(await of(0).resize(300).jpeg({ quality: 40 }).toBuffer())));
  expect(isSameShot(signs, saved)).toBe(true);
  expect(isSameShot(signs, signsOf(await greys(of(90))))).toBe(false);
  const wall = signsOf(await greys(sharp({ create: { ...SIDE, channels: 3, background: '#ccc' } })));
  expect(isSameShot(wall, wall)).toBe(false);
});

test('time and place are read from a photo of a camera, and nothing from other files', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .jpeg()
    .withExif({
      IFD2: { DateTimeOriginal: '2026:11:23 11:05:07' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '31/1 12/1 36/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '121/1 31/1 12/1',
      },
    })
    .toBuffer();
  const whole = new Uint8Array(bytes).buffer;
  expect(shotOf(whole)).toEqual({ taken: '2026-11-23 11:05:07', place: '121.520000,31.210000' });
  expect(shotOf(whole.slice(0, 60))).toEqual({ taken: null, place: null });
  expect(shotOf(new TextEncoder().encode('no photo').buffer as ArrayBuffer)).toEqual({ taken: null, place: null });
});
