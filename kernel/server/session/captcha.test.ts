import { inflateSync } from 'node:zlib';
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { LETTERS, captchaPicture } from './captcha-picture.ts';

/** Return the fragments of a picture that could be looked up: texts between quotes and tags, and rows of its pixels. */
function fragments(picture: Buffer): Set<string> {
  const texts = picture
    .toString('latin1')
    .split(/["<>]/)
    .filter((text) => text.length >= 4);
  const at = picture.indexOf('IDAT', 0, 'latin1');
  const rows =
    at < 0
      ? []
      : (inflateSync(picture.subarray(at + 4, at + 4 + picture.readUInt32BE(at - 4)))
          .toString('latin1')
          .match(/[\s\S]{131}/g) ?? []);
  return new Set([...texts, ...rows]);
}

const LETTERS_OF_ONE = 5;
const someAnswer = (): string =>
  Array.from({ length: LETTERS_OF_ONE }, () => LETTERS[randomInt(0, LETTERS.length)]).join('');

test('查路径文字认不出一张图：200 张中 0 张 looking up texts and pixels solves none of 200 pictures', () => {
  // Learn from pictures with known answers: fragments that occur with one letter and no other.
  const known = new Map<string, string | null>();
  for (const letter of LETTERS) {
    for (let round = 0; round < 8; round++)
      for (const one of fragments(captchaPicture(letter.repeat(LETTERS_OF_ONE))))
        known.set(one, known.has(one) && known.get(one) !== letter ? null : letter);
  }
  let solved = 0;
  for (let round = 0; round < 200; round++) {
    const answer = someAnswer();
    const read = [...fragments(captchaPicture(answer))].flatMap((one) => known.get(one) ?? []).join('');
    if (read !== '' && [...answer].every((letter) => read.includes(letter))) solved += 1;
  }
  expect(solved).toBe(0);
});

test('同一个答案，每张图都不同 no two pictures of one answer are alike', () => {
  expect(new Set(Array.from({ length: 50 }, () => captchaPicture('ACEFH').toString('base64'))).size).toBe(50);
});
