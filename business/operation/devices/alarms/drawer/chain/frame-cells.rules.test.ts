import { expect, test } from 'vitest';
import { frameCells, readable } from './frame-cells.rules.ts';

test('bytes are paired in cells; JSON is indented, a truncated text is unchanged', () => {
  expect(frameCells('aa5500250d')).toEqual(['AA55', '0025', '0D']);
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readable('{"a":1,"b')).toBe('{"a":1,"b');
});
