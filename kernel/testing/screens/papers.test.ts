import { kindOf } from '#kernel/fields/kinds.ts';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { titled } from '../choose.ts';
import { keeper, keyOfRow, saved } from '../sample.ts';
import { openTestServer } from '../test-server.ts';
import { barriers } from './axe.ts';
import { DESK, LOOKS, PHONE, goWithin, openScreens, pageSettled, switchLanguage, switchTheme } from './browser.ts';
import { rawWords, shownTwice, unreadable } from './readable.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const administrator = await keeper(server);
const costs: [title: string, seconds: number][] = [];

type Language = 'zh' | 'en';
interface Looked {
  readonly page: Page;
  readonly paper: AnyPaper;
  readonly raw: readonly string[];
  /** Language in which the page is read first; it alternates over the papers. */ readonly first: Language;
}

const otherOf = (language: Language): Language => (language === 'zh' ? 'en' : 'zh');

/** Assert that the screen has no unreadable text, in each of these languages in turn. */
async function read({ page, paper, raw }: Looked, what: string, ...languages: readonly Language[]): Promise<void> {
  for (const language of languages) {
    await switchLanguage(page, language);
    await pageSettled(page);
    await expect
      .poll(() => unreadable(page, language === 'en', raw), { message: `${paper.name}: ${what} in ${language}` })
      .toEqual([]);
  }
}

async function list(looked: Looked): Promise<void> {
  // Open the first list by its address; the others reuse the window.
  if (looked.page.url() === 'about:blank') await looked.page.goto(looked.paper.menu!.path);
  else await goWithin(looked.page, looked.paper.menu!.path);
  await looked.page.locator('.table tbody tr[data-id], .table-empty').first().waitFor();
  // If the list shows only open rows and is empty, open its last view, which shows other rows.
  if (await looked.page.locator('.table-empty').count())
    await looked.page.locator('.list .chips [role=tab]').last().click();
  await looked.page.locator('.table tbody tr[data-id]').first().waitFor();
  await insideRow(looked);
  await read(looked, 'list', looked.first, otherOf(looked.first));
}

/** Assert that the lines shown inside an opened row are really visible, not covered. */
async function insideRow({ page, paper }: Looked): Promise<void> {
  const opener = page.locator('.tree-step button').first();
  if (!paper.lines || (await opener.count()) === 0) return;
  await opener.click();
  const words = page.locator('.row-inside :is(.child-rows th, .quiet)').first();
  await words.waitFor();
  expect(
    await words.evaluate((one) => {
      const { x, y } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + 4, y + 12));
    }),
    `${paper.name}: inside its row`,
  ).toBe(true);
}

async function drawer(looked: Looked): Promise<void> {
  if (looked.paper.plain) return;
  await looked.page.keyboard.press('ArrowDown');
  await looked.page.keyboard.press('Enter');
  await looked.page.locator('.detail .detail-group, .detail .detail-tabs').first().waitFor();
  // The detail has the labels of list and form, and a common frame, so one language suffices.
  await read(looked, 'detail', otherOf(looked.first));
  expect(await shownTwice(looked.page), `${looked.paper.name}: shown twice`).toEqual([]);
  // The tabs show rows, files, comments and history as text: no keys, ids or JSON.
  const tabs = looked.page.locator('.detail-tabs [role=tab]');
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    await read(looked, `tab ${at} of the detail`, otherOf(looked.first));
  }
  await looked.page.keyboard.press('Escape');
  await looked.page.locator('.detail').waitFor({ state: 'detached' });
}

/**
 * Papers of the administration. Axe checks every second form, in alternating themes, because the same components render
 * all of them.
 */
const administered = server.app.rooms
  .filter((room) => room.name === 'system' || room.name === 'platform')
  .flatMap((room) => [...room.papers])
  .filter((paper) => paper.menu);

async function judged({ page, paper }: Looked, colours: boolean): Promise<void> {
  const at = administered.indexOf(paper);
  if (at < 0) return;
  const look = LOOKS[at % LOOKS.length];
  await switchTheme(page, look);
  // Check only the page. The frame around it (top bar and menu) is the same for all papers, and another test checks it.
  expect(await barriers(page, { colours, part: '.frame-page' }), `${paper.name}: ${JSON.stringify(look)}`).toEqual([]);
}

/** Assert that the foot of a form with all four buttons has one line on a phone, in either language. */
async function oneLine({ page, paper }: Looked): Promise<void> {
  const buttons = page.locator('.panel-foot .button');
  if ((await buttons.count()) < 4) return;
  await page.setViewportSize(PHONE);
  expect(
    new Set(await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size,
    `${paper.name}: lines of the foot`,
  ).toBe(1);
  await page.setViewportSize(DESK);
}

async function form(looked: Looked): Promise<void> {
  const isJudged = administered.indexOf(looked.paper) % 2 === 0;
  if (looked.paper.readOnly || looked.paper.comesAlong) {
    if (isJudged) await judged(looked, true);
    return;
  }
  const listed = new URL(looked.page.url()).pathname;
  await looked.page.keyboard.press('n');
  // Some papers open a page instead of the form. Such pages have tests of their own.
  const isElsewhere = await Promise.race([
    looked.page
      .locator('.panel .field')
      .first()
      .waitFor()
      .then(() => false),
    looked.page.waitForURL(({ pathname }) => pathname !== listed).then(() => true),
  ]);
  if (isElsewhere) {
    await looked.page.goBack();
    await looked.page.waitForURL(({ pathname }) => pathname === listed);
    return;
  }
  await read(looked, 'form', otherOf(looked.first), looked.first);
  if (isJudged) await judged(looked, true);
  await oneLine(looked);
  await looked.page.keyboard.press('Escape');
  await looked.page.locator('.panel .field').first().waitFor({ state: 'detached' });
}

async function cards(looked: Looked): Promise<void> {
  await looked.page.setViewportSize(PHONE);
  await looked.page.locator('.cards .card-open').first().waitFor();
  await read(looked, 'cards', looked.paper.readOnly || looked.paper.comesAlong ? otherOf(looked.first) : looked.first);
  // One component renders the cards of all papers, so axe checks every fourth.
  if (administered.indexOf(looked.paper) % 4 === 0) await judged(looked, false);
  const wide = await looked.page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${looked.paper.name}: wider than the phone`).toBeLessThanOrEqual(PHONE.width);
}

const { page, troubles } = await screens.of(administrator);
const meter = await page.context().newCDPSession(page);
await meter.send('Performance.enable');

/** Return the seconds of CPU work of the page since it was opened. */
async function worked(): Promise<number> {
  const { metrics } = await meter.send('Performance.getMetrics');
  return metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0;
}

afterAll(() => {
  const all = costs.reduce((sum, [, seconds]) => sum + seconds, 0);
  const dearest = costs
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([title, seconds]) => `${title} ${seconds.toFixed(2)} s`);
  console.log(
    `screens: ${costs.length} papers, ${(all / costs.length).toFixed(2)} s of page work each; most: ${dearest.join(', ')}`,
  );
});

/** Number of successive papers that begin in the same language. */
const TURN = 4;
const withPages = titled((paper) => paper.menu !== undefined);

test.for(withPages)('%s: list and form in both languages, detail and card in one of them', async ([title, paper]) => {
  // Fill fields for English names with English, because they are checked in the English screen.
  const english = Object.fromEntries(
    fieldsOf(paper)
      .filter(([, field]) => kindOf(field).freeText === 'line' && /English/.test(field.label[1]))
      .map(([name]) => [name, 'In English']),
  );
  const row = await saved(server, paper, english);
  expect(keyOfRow(paper, row)).not.toBe('');
  const first = Math.floor(withPages.findIndex(([, one]) => one === paper) / TURN) % 2 ? 'en' : 'zh';
  const looked: Looked = { page, paper, raw: rawWords(paper), first };
  const before = await worked();
  troubles.length = 0;
  await page.setViewportSize(DESK);
  if (page.url() !== 'about:blank') await switchLanguage(page, first);
  await list(looked);
  await drawer(looked);
  await form(looked);
  await cards(looked);
  if (administered.includes(paper)) await switchTheme(page, LOOKS[0]);
  const now = await worked();
  costs.push([title, now < before ? now : now - before]);
  expect(troubles).toEqual([]);
});

test('stored names, and Chinese words in an English installation, are found wherever they are shown', async () => {
  await page.evaluate(() => {
    const planted = document.createElement('div');
    planted.innerHTML =
      '<p>createUser</p><p>south-hvac</p><p>undefined rows</p><p>新建</p><b title="删除">x</b><p hidden>修改</p><table><td>客户写的</td></table>';
    document.body.append(planted);
  });
  await switchLanguage(page, 'zh');
  const raw = ['createUser', 'south', 'hvac'];
  expect(await unreadable(page, false, raw)).toEqual([
    expect.stringMatching(/^raw: createUser /),
    expect.stringMatching(/^raw: south-hvac /),
    expect.stringMatching(/^raw: undefined rows /),
  ]);
  await switchLanguage(page, 'en');
  expect((await unreadable(page, true, raw)).map((one) => one.replace(/ <.*/, ''))).toEqual([
    'raw: createUser',
    'raw: south-hvac',
    'raw: undefined rows',
    'untranslated: 新建',
    'untranslated: 删除',
  ]);
});
