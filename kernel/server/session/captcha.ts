import { createHash, randomInt, randomUUID } from 'node:crypto';
import { inZone } from '../time/clock.ts';
import type { House } from '../app.ts';
import { LETTERS, pictureOf } from './captcha-picture.ts';

const SECONDS = 300;
const hash = (answer: string): string => createHash('sha256').update(answer.toLowerCase()).digest('base64url');

/** A picture of five letters, good for one answer within five minutes; the answer is kept as a hash. */
export async function drawCaptcha(house: House): Promise<{ key: string; image: string }> {
  const answer = Array.from({ length: 5 }, () => LETTERS[randomInt(0, LETTERS.length)]).join('');
  const key = randomUUID();
  const now = house.clock.ms();
  await house.db.platform((sql) =>
    sql.query(
      'with gone as (delete from anju_captcha where until < $4) insert into anju_captcha (id, answer, until) values ($1, $2, $3)',
      [key, hash(answer), `${inZone(now + SECONDS * 1000, 'UTC')}+00`, `${inZone(now, 'UTC')}+00`],
    ),
  );
  return { key, image: `data:image/png;base64,${pictureOf(answer).toString('base64')}` };
}

/** Is it the answer? Either way the picture is used up. */
export async function isCaptcha(house: House, key: string, answer: string): Promise<boolean> {
  const rows = await house.db.platform((sql) =>
    sql.query<{ answer: string }>('delete from anju_captcha where id = $1 and until > $2 returning answer', [
      key,
      `${inZone(house.clock.ms(), 'UTC')}+00`,
    ]),
  );
  return rows.length === 1 && answer.length === 5 && rows[0].answer === hash(answer);
}
