/// <reference lib="dom" />
import { type AnyPaper, menuOf } from '#kernel/language/paper.ts';
import { fieldsOf } from '#kernel/language/paper.ts';
import { median } from './figure.ts';
import { ROWS, type Visitor } from './visitor.ts';
import { restOf } from './watching.ts';

const MANY = 10_000;
const COLUMNS = 25;
const STEP_PX = 120;
const SCROLL_MS = 4_000;
const SCROLLS = 3;

/**
 * Return the frames a second of a scrolling table with 10,000 rows and 25 columns, the median of three scrolls. Lists
 * have at most 200 rows, so the server's answer is extended on its way. The view shows all columns.
 */
export async function scrollMany({ page }: Visitor, base: string, of: AnyPaper): Promise<number> {
  const columns = fieldsOf(of)
    .filter(([, field]) => field.list && !field.secret)
    .slice(0, COLUMNS)
    .map(([key]) => ({ key, hidden: false }));
  await page.route('**/blade-core/views?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, settings: { columns } } } });
  });
  await page.route(`**${of.path}/list?*`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { records: { id: string }[] } };
    const { records } = answer.data;
    const rows = Array.from({ length: MANY }, (_, at) => ({ ...records[at % records.length], id: String(at + 1) }));
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, records: rows, total: MANY } } });
  });
  const rest = restOf(page);
  await page.goto(`${base}${menuOf(of).path}?size=200`);
  await page.waitForSelector(ROWS);
  await page.waitForFunction((height) => (document.querySelector('.table-box')?.scrollHeight ?? 0) > height, MANY * 30);
  await rest();
  const scrolled = (): Promise<number> =>
    page.evaluate(
      ({ step, time }) =>
        new Promise<number>((resolve) => {
          const box = document.querySelector('.table-box')!;
          box.scrollTop = 0;
          let count = 0;
          let began = 0;
          const frame = (now: number): void => {
            began ||= now;
            if (now - began >= time) {
              resolve(count / ((now - began) / 1000));
              return;
            }
            count++;
            box.scrollTop += step;
            requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
        }),
      { step: STEP_PX, time: SCROLL_MS },
    );
  const frames: number[] = [];
  for (let at = 0; at < SCROLLS; at++) {
    frames.push(await scrolled());
    await rest();
  }
  return median(frames);
}
