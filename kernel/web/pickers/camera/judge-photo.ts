/** A grey picture: brightness of its pixels row by row, from 0 (black) to 255 (white). */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8ClampedArray | Uint8Array;
}

/** Mean brightness (0–255) below which a photo counts as dark. It was measured on photos of boiler rooms. */
const DARK_MEAN = 42;
/**
 * Brightness above which a pixel is bright. A photo with `BRIGHT_SHARE` bright pixels is not dark, such as a name plate
 * in the light of a torch.
 */
const BRIGHT = 110;
const BRIGHT_SHARE = 0.06;
/**
 * Variance of the Laplacian below which a photo counts as blurred, for pictures scaled to 480 px. Source: Pech-Pacheco
 * et al., 2000.
 */
const BLURRED_BELOW = 60;

/** Return a grey picture from RGBA pixels, with weights by ITU-R BT.601. */
export function greyOf(pixels: Uint8ClampedArray, width: number, height: number): Grey {
  const values = new Uint8ClampedArray(width * height);
  for (let at = 0; at < values.length; at++)
    values[at] = 0.299 * pixels[at * 4] + 0.587 * pixels[at * 4 + 1] + 0.114 * pixels[at * 4 + 2];
  return { width, height, values };
}

export function isDark({ values }: Grey): boolean {
  let sum = 0;
  let bright = 0;
  for (const value of values) {
    sum += value;
    if (value > BRIGHT) bright += 1;
  }
  return sum / values.length < DARK_MEAN && bright / values.length < BRIGHT_SHARE;
}

/** Return a measure of sharpness: the variance of the four-neighbour Laplacian. */
export function sharpness({ width, height, values }: Grey): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const edge = values[at - 1] + values[at + 1] + values[at - width] + values[at + width] - 4 * values[at];
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

export const isBlurred = (grey: Grey): boolean => sharpness(grey) < BLURRED_BELOW;

/**
 * Return a perceptual hash (dHash): 64 bits as hex, each set if a field is brighter than its right neighbour. It hardly
 * changes when the photo is scaled or compressed.
 */
export function signsOf({ width, height, values }: Grey): string {
  const spot = (x: number, y: number): number => {
    const [x0, x1, y0, y1] = [
      Math.floor((x * width) / 9),
      Math.max(Math.floor(((x + 1) * width) / 9), 1),
      Math.floor((y * height) / 8),
      Math.max(Math.floor(((y + 1) * height) / 8), 1),
    ];
    let sum = 0;
    for (let row = y0; row < y1; row++)
      for (let column = x0; column < x1; column++) sum += values[row * width + column];
    return sum / Math.max(1, (x1 - x0) * (y1 - y0));
  };
  let bits = '';
  for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) bits += spot(x, y) > spot(x + 1, y) ? '1' : '0';
  return bits
    .match(/.{4}/g)!
    .map((four) => Number.parseInt(four, 2).toString(16))
    .join('');
}

const ALIKE_BITS = 3;

/**
 * Return whether two hashes of `signsOf` are of the same shot. A hash without any differences, as of a plain wall,
 * never counts as the same.
 */
export function isSameShot(one: string, other: string): boolean {
  if (one.length !== other.length || /^(0+|f+)$/.test(one)) return false;
  let differ = 0;
  for (let at = 0; at < one.length; at++)
    for (let bits = Number.parseInt(one[at], 16) ^ Number.parseInt(other[at], 16); bits; bits >>= 1) differ += bits & 1;
  return differ <= ALIKE_BITS;
}
