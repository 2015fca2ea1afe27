import { lastOf } from '#kernel/language/must.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Strokes of the letters on a 6 × 10 grid; those that are easily confused are left out. */
const strokes: Readonly<Record<string, string>> = {
  2: 'M0 2 Q3 -2 6 2 Q6 5 0 10 L6 10',
  3: 'M0 0 L6 0 L3 4 Q7 5 5 9 Q2 11 0 8',
  4: 'M5 10 L5 0 L0 7 L6 7',
  5: 'M6 0 L1 0 L0 4 Q6 3 6 7 Q5 11 0 9',
  6: 'M5 0 Q0 4 0 7 Q1 11 4 10 Q8 6 3 5 Q1 5 0 7',
  7: 'M0 0 L6 0 L2 10',
  8: 'M3 5 Q-1 2 3 0 Q7 2 3 5 Q-2 8 3 10 Q8 8 3 5',
  A: 'M0 10 L3 0 L6 10 M1 7 L5 7',
  C: 'M6 2 Q2 -2 0 4 Q0 12 6 8',
  E: 'M6 0 L0 0 L0 10 L6 10 M0 5 L4 5',
  F: 'M6 0 L0 0 L0 10 M0 5 L4 5',
  H: 'M0 0 L0 10 M6 0 L6 10 M0 5 L6 5',
  K: 'M0 0 L0 10 M6 0 L0 5 L6 10',
  L: 'M0 0 L0 10 L6 10',
  M: 'M0 10 L0 0 L3 5 L6 0 L6 10',
  N: 'M0 10 L0 0 L6 10 L6 0',
  P: 'M0 10 L0 0 Q7 0 6 3 Q5 6 0 5',
  R: 'M0 10 L0 0 Q7 0 6 3 Q5 6 0 5 L6 10',
  T: 'M0 0 L6 0 M3 0 L3 10',
  U: 'M0 0 L0 7 Q3 13 6 7 L6 0',
  W: 'M0 0 L2 10 L3 4 L4 10 L6 0',
  X: 'M0 0 L6 10 M6 0 L0 10',
  Y: 'M0 0 L3 5 L6 0 M3 5 L3 10',
};

/** The letters a picture may show. */
export const LETTERS = Object.keys(strokes);

const WIDTH = 130;
const HEIGHT = 48;
/** Number of shades between the colours of paper and ink. */
const TONES = 64;

type Point = readonly [x: number, y: number];
type Bend = (point: Point) => Point;

const between = (low: number, high: number): number => low + (randomInt(0, 10_001) / 10_000) * (high - low);

/** Return the points along a curve of second degree, close enough for a pen. */
function along([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): Point[] {
  return Array.from({ length: 12 }, (_, step): Point => {
    const t = (step + 1) / 12;
    return [
      (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t ** 2 * x2,
      (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t ** 2 * y2,
    ];
  });
}

/** Return the lines of a letter: M sets the pen down, L draws straight, Q bends. */
function linesOf(letter: string): Point[][] {
  const lines: Point[][] = [];
  for (const [, command, numbers] of strokes[letter].matchAll(/([MLQ])([-\d ]+)/g)) {
    const [a, b, c, d] = numbers.trim().split(' ').map(Number);
    if (command === 'M') {
      lines.push([[a, b]]);
      continue;
    }
    const line = lastOf(lines);
    line.push(...(command === 'L' ? [[a, b] as const] : along(lastOf(line), [a, b], [c, d])));
  }
  return lines;
}

/** Bend the whole picture in random waves: no outline is ever the same twice. */
function waves(): Bend {
  const [a, b, c, d] = [between(1.5, 3), between(1.5, 3), between(14, 26), between(12, 20)];
  const [p, q] = [between(0, 6.28), between(0, 6.28)];
  return ([x, y]) => [x + a * Math.sin(y / d + p), y + b * Math.sin(x / c + q)];
}

/** Return the placement of a letter: turned, slanted, stretched, each corner a little off. */
function placed(at: number): Bend {
  const [turn, slant, wide, high] = [between(-0.35, 0.35), between(-0.3, 0.3), between(1.8, 2.4), between(1.9, 2.5)];
  const [left, top] = [10 + at * 23 + between(-2, 3), between(9, 15)];
  return ([x, y]) => {
    const [u, v] = [(x + between(-0.25, 0.25)) * wide + y * slant, (y + between(-0.25, 0.25)) * high];
    return [left + u * Math.cos(turn) - v * Math.sin(turn), top + u * Math.sin(turn) + v * Math.cos(turn)];
  };
}

/** Darkness of each pixel, from 0 to 1. */
class Paper {
  readonly dark = new Float32Array(WIDTH * HEIGHT);

  dot([x, y]: Point, radius: number): void {
    for (let row = Math.max(0, Math.floor(y - radius - 1)); row <= Math.min(HEIGHT - 1, y + radius + 1); row++) {
      for (
        let column = Math.max(0, Math.floor(x - radius - 1));
        column <= Math.min(WIDTH - 1, x + radius + 1);
        column++
      ) {
        const shade = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y)));
        const at = row * WIDTH + column;
        if (shade > this.dark[at]) this.dark[at] = shade;
      }
    }
  }

  line(points: readonly Point[], bend: Bend, radius: number): void {
    for (const [at, to] of points.entries()) {
      const from = points[Math.max(0, at - 1)];
      const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 1.25));
      for (let step = 0; step <= steps; step++)
        this.dot(
          bend([from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps]),
          radius,
        );
    }
  }
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** Return the pixels as a PNG, shaded between two random colours. */
function png(dark: Float32Array): Buffer {
  const [paper, ink] = [
    [between(226, 248), between(226, 248), between(230, 250)],
    [between(10, 70), between(60, 110), between(120, 200)],
  ];
  const palette = Buffer.from(
    Array.from({ length: TONES }, (_, tone) =>
      paper.map((one, part) => Math.round(one + ((ink[part] - one) * tone) / (TONES - 1))),
    ).flat(),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (const [at, shade] of dark.entries())
    rows[Math.floor(at / WIDTH) * (WIDTH + 1) + 1 + (at % WIDTH)] = Math.round(shade * (TONES - 1));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Return letters as pixels, 130 × 48. The picture contains no text, and no two pictures of a letter are alike. */
export function captchaPicture(answer: string): Buffer {
  const paper = new Paper();
  const bend = waves();
  for (const [at, letter] of [...answer].entries()) {
    const place = placed(at);
    const pen = between(0.9, 1.5);
    for (const line of linesOf(letter)) paper.line(line.map(place), bend, pen);
  }
  for (let at = 0; at < 3; at++)
    paper.line(
      [
        [between(0, 25), between(5, 43)],
        [between(40, 90), between(2, 46)],
        [between(105, 130), between(5, 43)],
      ],
      bend,
      between(0.4, 0.8),
    );
  for (let at = 0; at < 30; at++) paper.dot([between(1, WIDTH - 1), between(1, HEIGHT - 1)], between(0.3, 0.9));
  // Random grain, so that equal pixels reveal nothing.
  for (const [at, grain] of randomBytes(paper.dark.length).entries())
    paper.dark[at] = Math.min(1, Math.max(0, paper.dark[at] + (grain / 255 - 0.5) * 0.16));
  return png(paper.dark);
}
