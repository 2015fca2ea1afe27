import { createHash, randomInt, randomUUID } from 'node:crypto';
import { inZone } from '../time/clock.ts';
import type { App } from '../app.ts';
import { LETTERS, captchaPicture } from './captcha-picture.ts';

const SECONDS = 300;
const hash = (answer: string): string => createHash('sha256').update(answer.toLowerCase()).digest('base64url');

/** Return a picture of five letters, good for one answer within five minutes. The answer is stored as a hash. */
export async function drawCaptcha(app: App): Promise<{ key: string; image: string }> {
  const answer = Array.from({ length: 5 }, () => LETTERS[randomInt(0, LETTERS.length)]).join('');
  const key = randomUUID();
  const now = app.clock.ms();
  await app.db.platform((sql) =>
    sql.query(
      'with gone as (delete from anju_captcha where until < $4) insert into anju_captcha (id, answer, until) values ($1, $2, $3)',
      [key, hash(answer), `${inZone(now + SECONDS * 1000, 'UTC')}+00`, `${inZone(now, 'UTC')}+00`],
    ),
  );
  return { key, image: `data:image/png;base64,${captchaPicture(answer).toString('base64')}` };
}

/** Is it the answer? Either way the picture cannot be used again. */
export async function isCaptcha(app: App, key: string, answer: string): Promise<boolean> {
  const rows = await app.db.platform((sql) =>
    sql.query<{ answer: string }>('delete from anju_captcha where id = $1 and until > $2 returning answer', [
      key,
      `${inZone(app.clock.ms(), 'UTC')}+00`,
    ]),
  );
  return rows.length === 1 && answer.length === 5 && rows[0].answer === hash(answer);
}
