import { createHash, randomInt, randomUUID } from 'node:crypto';
import { inZone } from '../time/clock.ts';
import type { House } from '../house.ts';

// Strokes of the letters on a 6 × 10 grid; those that are easily confused are left out.
const strokes: Readonly<Record<string, string>> = {
  2: 'M0 2 Q3 -2 6 2 Q6 5 0 10 L6 10', 3: 'M0 0 L6 0 L3 4 Q7 5 5 9 Q2 11 0 8', 4: 'M5 10 L5 0 L0 7 L6 7', 5: 'M6 0 L1 0 L0 4 Q6 3 6 7 Q5 11 0 9',
  6: 'M5 0 Q0 4 0 7 Q1 11 4 10 Q8 6 3 5 Q1 5 0 7', 7: 'M0 0 L6 0 L2 10', 8: 'M3 5 Q-1 2 3 0 Q7 2 3 5 Q-2 8 3 10 Q8 8 3 5', A: 'M0 10 L3 0 L6 10 M1 7 L5 7',
  C: 'M6 2 Q2 -2 0 4 Q0 12 6 8', E: 'M6 0 L0 0 L0 10 L6 10 M0 5 L4 5', F: 'M6 0 L0 0 L0 10 M0 5 L4 5', H: 'M0 0 L0 10 M6 0 L6 10 M0 5 L6 5', K: 'M0 0 L0 10 M6 0 L0 5 L6 10',
  L: 'M0 0 L0 10 L6 10', M: 'M0 10 L0 0 L3 5 L6 0 L6 10', N: 'M0 10 L0 0 L6 10 L6 0', P: 'M0 10 L0 0 Q7 0 6 3 Q5 6 0 5', R: 'M0 10 L0 0 Q7 0 6 3 Q5 6 0 5 L6 10',
  T: 'M0 0 L6 0 M3 0 L3 10', U: 'M0 0 L0 7 Q3 13 6 7 L6 0', W: 'M0 0 L2 10 L3 4 L4 10 L6 0', X: 'M0 0 L6 10 M6 0 L0 10', Y: 'M0 0 L3 5 L6 0 M3 5 L3 10',
};
const LETTERS = Object.keys(strokes);
const SECONDS = 300;
const hash = (answer: string): string => createHash('sha256').update(answer.toLowerCase()).digest('base64url');
const between = (low: number, high: number): string => (low + (randomInt(0, 1000) / 1000) * (high - low)).toFixed(2);

function picture(answer: string): string {
  const letters = [...answer].map((letter, at) =>
    `<path d="${strokes[letter]}" transform="translate(${10 + at * 23} ${between(10, 16)}) rotate(${between(-18, 18)}) skewX(${between(-12, 12)}) scale(${between(1.9, 2.4)})"/>`).join('');
  const lines = [0, 1, 2].map(() => `<path opacity=".45" d="M${between(0, 20)} ${between(5, 43)} Q${between(40, 90)} ${between(-10, 58)} ${between(110, 130)} ${between(5, 43)}"/>`).join('');
  const dots = Array.from({ length: 18 }, () => `<circle cx="${between(2, 128)}" cy="${between(2, 46)}" r=".8" fill="#5b6573" stroke="none"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="130" height="48" viewBox="0 0 130 48"><rect width="130" height="48" fill="#eef0f3"/><g fill="none" stroke="#1463b8" stroke-width="1.1" stroke-linecap="round">${letters}${lines}${dots}</g></svg>`;
}

/** A picture of five letters, good for one answer within five minutes; the answer is kept as a hash. */
export async function drawCaptcha(house: House): Promise<{ key: string; image: string }> {
  const answer = Array.from({ length: 5 }, () => LETTERS[randomInt(0, LETTERS.length)]).join('');
  const key = randomUUID();
  const now = house.clock.ms();
  await house.db.platform((sql) => sql.query('with gone as (delete from anju_captcha where until < $4) insert into anju_captcha (id, answer, until) values ($1, $2, $3)', [key, hash(answer), `${inZone(now + SECONDS * 1000, 'UTC')}+00`, `${inZone(now, 'UTC')}+00`]));
  return { key, image: `data:image/svg+xml;base64,${Buffer.from(picture(answer)).toString('base64')}` };
}

/** Is it the answer? Either way the picture is used up. */
export async function isCaptcha(house: House, key: string, answer: string): Promise<boolean> {
  const rows = await house.db.platform((sql) => sql.query<{ answer: string }>('delete from anju_captcha where id = $1 and until > $2 returning answer', [key, `${inZone(house.clock.ms(), 'UTC')}+00`]));
  return rows.length === 1 && answer.length === 5 && rows[0].answer === hash(answer);
}
