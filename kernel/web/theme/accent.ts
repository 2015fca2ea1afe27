import { contrast, hexOfRgb, mix, readableColour, rgbOf } from './contrast.ts';

/** CSS variables derived from the colour that a person chose. Colours of states do not depend on it. */
export type Accent = Readonly<
  Record<'--accent' | '--accent-soft' | '--accent-line' | '--selected' | '--on-accent', string>
>;

export const DEFAULT_COLOUR = '#409EFF';

const drawn: Readonly<Record<'light' | 'dark', Accent>> = {
  light: {
    '--accent': '#0e68c2',
    '--accent-soft': '#e8f2fd',
    '--accent-line': '#b9d8f8',
    '--selected': '#edf5fe',
    '--on-accent': '#ffffff',
  },
  dark: {
    '--accent': '#4a9df0',
    '--accent-soft': '#162a40',
    '--accent-line': '#27507c',
    '--selected': '#17283a',
    '--on-accent': '#0b1420',
  },
};

const white = rgbOf('#ffffff');
const black = rgbOf('#000000');
const night = rgbOf('#171c22');

/** CSS variables of a colour: ten tints, each nearer to the background than the one before, and one darker shade. */
export type ColourScale = Readonly<Record<`--tint-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}` | '--shade', string>>;

export function colourScaleOf(colour: string, mode: 'light' | 'dark'): ColourScale {
  const chosen = rgbOf(colour);
  const tints = Array.from({ length: 10 }, (_, at) => [
    `--tint-${at + 1}`,
    hexOfRgb(mix(chosen, mode === 'light' ? white : night, 1 - (at + 1) / 11)),
  ]);
  return Object.fromEntries([...tints, ['--shade', hexOfRgb(mix(chosen, black, 0.9))]]) as ColourScale;
}

/**
 * Return the accent variables of a colour. Its hue remains, but it is darkened or lightened until it is readable on all
 * backgrounds.
 */
export function accentOf(colour: string, mode: 'light' | 'dark'): Accent {
  if (colour.toUpperCase() === DEFAULT_COLOUR) return drawn[mode];
  const chosen = rgbOf(colour);
  const ground = mode === 'light' ? white : night;
  const soft = mix(chosen, ground, mode === 'light' ? 0.1 : 0.2);
  const selected = mix(chosen, ground, mode === 'light' ? 0.07 : 0.16);
  const accent = readableColour(chosen, [ground, soft, selected], mode === 'light' ? black : white);
  const onAccent = contrast(accent, white) >= 4.5 ? '#ffffff' : '#0b1420';
  return {
    '--accent': hexOfRgb(accent),
    '--accent-soft': hexOfRgb(soft),
    '--accent-line': hexOfRgb(mix(chosen, ground, mode === 'light' ? 0.36 : 0.45)),
    '--selected': hexOfRgb(selected),
    '--on-accent': onAccent,
  };
}
