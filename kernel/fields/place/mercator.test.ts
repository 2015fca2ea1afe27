import { expect, test } from 'vitest';
import { asDrawnInChina, fromChineseMap } from './datum.ts';
import { fitted, metresPerPx, placeBelow, screenPoint, tilesOf, worldPoint, zoomed } from './mercator.ts';

const size = { width: 800, height: 600 };

test('a place is where Web Mercator has it, and an invalid place is nowhere', () => {
  expect(worldPoint('0,0')).toEqual({ x: 128, y: 128 });
  // The same value by another formula for the vertical coordinate: asinh(tan φ).
  const { x, y } = worldPoint('121.4737,31.2304')!;
  expect(x).toBeCloseTo(((121.4737 + 180) / 360) * 256, 9);
  expect(y).toBeCloseTo((1 - Math.asinh(Math.tan((31.2304 * Math.PI) / 180)) / Math.PI) * 128, 9);
  expect([worldPoint(''), worldPoint('a,b'), worldPoint('0,89')]).toEqual([null, null, null]);
});

test('the view holds all points with room around them, and one point alone is not the whole picture', () => {
  const points = ['121.30,31.10', '121.60,31.35', '121.45,31.20'].map((place) => worldPoint(place)!);
  const view = fitted(points, size);
  for (const { x, y } of points.map((point) => screenPoint(point, view, size))) {
    expect(x).toBeGreaterThanOrEqual(47.9);
    expect(x).toBeLessThanOrEqual(752.1);
    expect(y).toBeGreaterThanOrEqual(47.9);
    expect(y).toBeLessThanOrEqual(552.1);
  }
  expect(fitted([points[0]], size).scale).toBe(2 ** 15);
});

test('zooming keeps the point under the pointer, within limits', () => {
  const point = worldPoint('121.47,31.23')!;
  const view = fitted([worldPoint('121.30,31.10')!, worldPoint('121.60,31.35')!], size);
  const before = screenPoint(point, view, size);
  const nearer = zoomed(view, 2, before, size);
  const after = screenPoint(point, nearer, size);
  expect(nearer.scale).toBe(view.scale * 2);
  expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 6), expect.closeTo(before.y, 6)]);
  expect(zoomed(view, 1e9, before, size).scale).toBe(2 ** 18);
});

test('tiles cover the whole view, each once', () => {
  const view = fitted([worldPoint('121.30,31.10')!, worldPoint('121.60,31.35')!], size);
  const tiles = tilesOf('https://tiles.test/{z}/{x}/{y}.png', view, size);
  expect(new Set(tiles.map((one) => one.url)).size).toBe(tiles.length);
  expect(Math.min(...tiles.map((one) => one.x))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map((one) => one.x + one.size))).toBeGreaterThanOrEqual(800);
  expect(Math.max(...tiles.map((one) => one.y + one.size))).toBeGreaterThanOrEqual(600);
  expect(tiles[0].url).toMatch(/^https:\/\/tiles\.test\/\d+\/\d+\/\d+\.png$/);
});

test('a chosen point of the map is the place at that point, also on Chinese maps', () => {
  const place = '121.473700,31.230400';
  const view = fitted([worldPoint(place)!], size);
  const spot = screenPoint(worldPoint(place)!, view, size);
  expect(placeBelow(spot, view, size)).toBe(place);
  const { lng, lat } = asDrawnInChina(place);
  const [east, north] = fromChineseMap(`${lng},${lat}`).split(',').map(Number);
  expect([east, north]).toEqual([expect.closeTo(121.4737, 5), expect.closeTo(31.2304, 5)]);
  expect(fromChineseMap('2.352200,48.856600')).toBe('2.352200,48.856600');
  // At twice the scale a px is half as long; at the equator the world is 40,075 km wide.
  expect(metresPerPx(0, { middle: { x: 0, y: 0 }, scale: 1 })).toBeCloseTo(40_075_017 / 256, 3);
  expect(metresPerPx(31, zoomed(view, 2, spot, size))).toBeCloseTo(metresPerPx(31, view) / 2, 6);
});
