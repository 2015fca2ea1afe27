import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { sendRequest } from '../../call.ts';
import { keeper } from '../../sample.ts';
import { type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
/** Timeout of over a thousand calls on a busy machine, in ms. */
const MANY_MS = 300_000;
const routes = server.assembly.routes.filter(
  (route) =>
    route.contract.answer.is !== 'stream' &&
    !route.path.endsWith('/events') &&
    !route.path.endsWith('logout') &&
    !route.path.startsWith('../'),
);
let by: TestCaller;

beforeAll(async () => {
  by = await keeper(server);
});

/**
 * Texts that make a bad regular expression, parser or loop start again at every character, which takes quadratic time.
 */
const hostile: readonly string[] = [
  'a',
  '1',
  ' ',
  '\n',
  '中',
  '<',
  '<img ',
  '<script ',
  '<p><b>',
  '<a href="',
  'a@',
  'a.',
  '/a',
  '(',
  '.ts?',
  'token=',
  '&',
  '0',
  '-',
  ',',
  '"',
  '{{',
  '${',
  'http://',
  '＝',
  '1,',
  'id:',
  '[',
  '\\',
  '%',
  'aA',
  ';',
  '\n at x.ts',
  '\u{1f600}',
];
/** Names of parameters that calls read directly from their bodies, taken from the sources. */
const ownWords = [
  ...new Set(
    globSync('{business,kernel/server}/**/*.server.ts').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bbody\.(\w+)/g)].map(([, word]) => word),
    ),
  ),
];
const texts = [
  'id',
  'ids',
  'keyword',
  'reason',
  'content',
  'message',
  'stack',
  'info',
  'url',
  'requestId',
  'name',
  'path',
  'words',
  'set',
  'matching',
  'lines',
  'view',
  'draft',
  'username',
  'account',
  'password',
  'code',
  'phone',
  'remark',
  'ascs',
];
const GROUP = 25;

/** Return whether the call is one that every paper has. */
const isStandard = (route: Route): boolean =>
  route.paper !== undefined &&
  /\/(submit|update|act|once|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+)$/.test(route.path);
/** Number of hostile texts per parameter of a paper's own call, and their distance in the list. */
const OWN_TURNS = 2,
  STEP = 17;

const wordsOf = (route: Route, at: number): readonly string[][] => {
  const named = [...new Set([...texts, ...(route.paper ? fieldsOf(route.paper).map(([name]) => name) : [])])];
  const group = (at * GROUP) % ownWords.length;
  return [named, ...(isStandard(route) ? [] : [ownWords.slice(group, group + GROUP)])];
};

/**
 * Return a body of about `bytes` bytes, which the parameters share equally. Each parameter repeats another hostile
 * text.
 */
function bodyOf(words: readonly string[], at: number, bytes: number): string {
  const share = Math.floor(bytes / words.length / 2) - 30;
  const filled = Object.fromEntries(
    words.map((word, n) => {
      const sign = hostile[(n + at) % hostile.length];
      return [word, sign.repeat(Math.max(1, Math.floor(share / (Buffer.byteLength(JSON.stringify(sign)) - 2))))];
    }),
  );
  return JSON.stringify({ ...filled, list: [filled] });
}

/** Return the CPU time of a call in this thread, in ms. */
async function cpuOf(route: Route, body: string): Promise<number> {
  const path = route.path.replaceAll(/\{\w+\}/g, '0');
  const began = process.threadCpuUsage();
  const [{ status, text }, alive] = await Promise.all([
    sendRequest(server.base, 'POST', `/api/${path}`, {
      headers: {
        'Blade-Auth': `bearer ${by.token}`,
        'Content-Type': 'application/json',
        authorization: `Basic ${btoa('saber:saber_secret')}`,
      },
      body,
    }),
    sendRequest(server.base, 'GET', '/healthz'),
  ]);
  const { user, system } = process.threadCpuUsage(began);
  expect(status, `${route.path} ${text.slice(0, 200)}`).toBeLessThan(500);
  expect(status, 'as large as a body may be, and no larger').not.toBe(413);
  expect(alive.status).toBe(200);
  return (user + system) / 1000;
}

const SIZES = [65_536, 131_072, 262_144, 524_288, 1_040_000];
/** Calls that are fast with a text of this length are not tested with longer ones. */
const FIRST_LOOK = SIZES[3];
const MAX_RATIO = 2.5;
/** CPU time in ms below which a measurement means nothing, because garbage collection takes longer. */
const NOISE_MS = 40;
const TRIES = 5;

/** Return the minimum of several measurements, since garbage collection or deferred work is in some of them. */
async function leastOf(cost: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < TRIES; turn++) least = Math.min(least, await cost());
  return least;
}

/** Return the largest growth of a call's CPU time for a body of double size, each measured several times. */
async function worst(
  route: Route,
  words: readonly string[],
  at: number,
): Promise<{ readonly ratio: number; readonly times: readonly number[] }> {
  const times: number[] = [];
  for (const size of SIZES) {
    times.push(Math.round(await leastOf(() => cpuOf(route, bodyOf(words, at, size)))));
  }
  return { times, ratio: Math.max(...times.slice(1).map((one, n) => one / Math.max(times[n], NOISE_MS / 2.5))) };
}

test(
  '恶意文本加倍，任何调用的处理器时间至多乘以二点五 twice as much hostile text costs a call at most two and a half times the CPU, and the server stays alive',
  { timeout: MANY_MS },
  async () => {
    const posts = routes.filter((route) => route.method !== 'GET');
    const shared = new Map<string, number>();
    const slow: string[] = [];
    let sent = 0;
    const look = async (route: Route, words: readonly string[], first: number): Promise<void> => {
      sent += 1;
      if ((await cpuOf(route, bodyOf(words, first, FIRST_LOOK))) < NOISE_MS / 2) return;
      if ((await worst(route, words, first)).ratio <= MAX_RATIO) return;
      // Quadratic work is measured again; other work of a busy machine is not.
      const { ratio, times } = await worst(route, words, first);
      if (ratio > MAX_RATIO) slow.push(`${route.path} ${hostile[first % hostile.length]}: ${times.join(', ')} ms`);
    };
    for (const [at, route] of posts.entries()) {
      // Standard calls run the same code for each paper, so a few papers suffice, except where calls read the fields.
      const kind = /\/(act|once|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+)$/.exec(route.path)?.[1];
      const turn = shared.get(kind ?? '') ?? 0;
      if (kind) shared.set(kind, turn + 1);
      if (kind && turn >= 3) continue;
      // A paper's own calls get more of the texts. A call without a paper gets each text in each parameter.
      const tries = wordsOf(route, at).flatMap((words, group) =>
        Array.from(
          { length: isStandard(route) ? 1 : route.paper || group ? OWN_TURNS : hostile.length },
          (_, n) => [words, at + n * (route.paper || group ? STEP : 1)] as const,
        ),
      );
      for (const [words, first] of tries) await look(route, words, first);
    }
    console.log(`恶意文本 hostile texts: ${sent} bodies to ${posts.length} calls`);
    expect(sent).toBeGreaterThan(200);
    expect(slow).toEqual([]);
  },
);

/** Names of headers that the server reads. All headers of a request together are limited to 16 kB. */
const heads = [
  'Authorization',
  'Blade-Auth',
  'Tenant-Id',
  'Dept-Id',
  'Role-Id',
  'Captcha-Key',
  'Captcha-Code',
  'User-Type',
  'User-Agent',
  'Idempotency-Key',
  'Range',
  'Accept-Encoding',
  'Accept-Language',
  'Anju-Lang',
  'X-Forwarded-For',
  'Forwarded',
  'X-Real-Ip',
  'Content-Type',
  'Cookie',
  'Origin',
];
const HEAD_SIZES = [3_500, 7_000, 14_000];

/** Return the CPU time in ms of a list whose header `head` repeats the text `sign` up to `size` bytes. */
async function cpuOfHead(head: string, sign: string, size: number): Promise<number> {
  const began = process.threadCpuUsage();
  const { status } = await sendRequest(server.base, 'GET', '/api/blade-system/user/list', {
    headers: { 'Blade-Auth': `bearer ${by.token}`, [head]: `x${sign.repeat(size / sign.length)}x` },
  });
  const { user, system } = process.threadCpuUsage(began);
  expect(status, head).toBeLessThan(500);
  return (user + system) / 1000;
}

test('请求头与地址里的也一样 headers and addresses of requests do the same', { timeout: MANY_MS }, async () => {
  const printable = hostile.filter((sign) => /^[ -~]+$/.test(sign));
  const slow: string[] = [];
  for (const head of heads)
    for (const sign of printable) {
      // A header that is fast at its maximum length is not tested further.
      if ((await cpuOfHead(head, sign, HEAD_SIZES[2])) < NOISE_MS) continue;
      const times = [];
      for (const size of HEAD_SIZES) times.push(await leastOf(() => cpuOfHead(head, sign, size)));
      if (times[2] > NOISE_MS && times[2] > times[1] * MAX_RATIO) slow.push(`${head} ${sign}: ${times.join(', ')} ms`);
    }
  const long = await sendRequest(server.base, 'GET', `/api/blade-system/user/list?keyword=${'a'.repeat(65_536)}`, {
    headers: { 'Blade-Auth': `bearer ${by.token}` },
  });
  expect(long.status).toBe(431);
  expect(slow).toEqual([]);
});
