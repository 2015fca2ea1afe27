import { expect, test } from 'vitest';
import { accentOf, colourScaleOf } from './accent.ts';
import { contrast, rgbOf } from './contrast.ts';
import { themes } from './themes.ts';

const colours = [
  '#409EFF',
  '#ffff00',
  '#000000',
  '#ffffff',
  '#B3261E',
  ...Object.values(themes).flatMap((theme) => theme.colour ?? []),
];

test.each(['light', 'dark'] as const)(
  'every colour has ten tints towards the ground and one shade, and what is written in it can be read (%s)',
  (mode) => {
    for (const colour of colours) {
      const scale = colourScaleOf(colour, mode);
      const names = Object.keys(scale);
      expect(names, colour).toEqual([...Array.from({ length: 10 }, (_, at) => `--tint-${at + 1}`), '--shade']);
      const ground = rgbOf(mode === 'light' ? '#ffffff' : '#171c22');
      const far = names.slice(0, 10).map((name) => contrast(rgbOf(scale[name as keyof typeof scale]), ground));
      for (let at = 1; at < 10; at++) expect(far[at], `${colour} ${at}`).toBeLessThanOrEqual(far[at - 1] + 0.001);
      const accent = accentOf(colour, mode);
      for (const under of [ground, rgbOf(accent['--accent-soft']), rgbOf(accent['--selected'])])
        expect(contrast(rgbOf(accent['--accent']), under), colour).toBeGreaterThanOrEqual(4.45);
      expect(contrast(rgbOf(accent['--accent']), rgbOf(accent['--on-accent'])), colour).toBeGreaterThanOrEqual(4.45);
    }
  },
);
