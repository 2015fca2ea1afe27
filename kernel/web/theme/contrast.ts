/** A colour in RGB, each part from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function rgbOf(hex: string): Rgb {
  const digits = hex.replace('#', '').slice(0, 6);
  const part = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16) || 0;
  return [part(0), part(2), part(4)];
}

export const hexOfRgb = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Return the mix of two colours; `share` (0 to 1) is the part of `over`. */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2): number => over[at] * share + under[at] * (1 - share);
  return [part(0), part(1), part(2)];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return the contrast ratio of two colours by WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const READABLE = 4.5;

/** Return a colour mixed with `towards` (black or white) just as far as its contrast to each background needs. */
export function readableColour(colour: Rgb, grounds: readonly Rgb[], towards: Rgb): Rgb {
  for (let share = 0; share <= 1; share += 0.04) {
    const tried = mix(towards, colour, share);
    if (grounds.every((ground) => contrast(tried, ground) >= READABLE)) return tried;
  }
  return towards;
}
