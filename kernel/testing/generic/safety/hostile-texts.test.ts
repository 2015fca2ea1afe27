import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#kernel/language/paper.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { sendRequest } from '../../call.ts';
import { keeper } from '../../sample.ts';
import { type TestCaller, openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
/** Over a thousand calls on a busy machine. */
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

/** What makes an expression, a parser or a loop begin anew at every letter. */
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
/** Words that calls of their own read from what they were sent, as their sources name them. */
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

/** Calls that every paper has. */
const isStandard = (route: Route): boolean =>
  route.paper !== undefined &&
  /\/(submit|update|act|once|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+)$/.test(route.path);
/** How many hostilities an own call of a paper meets in each word, and how far apart they stand. */
const OWN_TURNS = 2,
  STEP = 17;

const wordsOf = (route: Route, at: number): readonly string[][] => {
  const named = [...new Set([...texts, ...(route.paper ? fieldsOf(route.paper).map(([name]) => name) : [])])];
  const group = (at * GROUP) % ownWords.length;
  return [named, ...(isStandard(route) ? [] : [ownWords.slice(group, group + GROUP)])];
};

/** A body of about so many bytes: every word carries its share, each of another hostility. */
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

/** Milliseconds of CPU that this thread took for a call and its answer. */
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
/** What costs little at this size is looked at no further. */
const FIRST_LOOK = SIZES[3];
const MOST_RATIO = 2.5;
/** Below so many milliseconds a collection of garbage outweighs the call. */
const NOISE_MS = 40;
const TRIES = 5;

/** The least of some tries: a collection of garbage, or what another call left to do, does not come each time. */
async function leastOf(cost: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < TRIES; turn++) least = Math.min(least, await cost());
  return least;
}

/** The most by which a doubling multiplies the CPU of a call, at its quietest of some tries. */
async function worst(
  route: Route,
  words: readonly string[],
  at: number,
): Promise<{ readonly ratio: number; readonly told: readonly number[] }> {
  const told: number[] = [];
  for (const size of SIZES) {
    told.push(Math.round(await leastOf(() => cpuOf(route, bodyOf(words, at, size)))));
  }
  return { told, ratio: Math.max(...told.slice(1).map((one, n) => one / Math.max(told[n], NOISE_MS / 2.5))) };
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
      const { ratio, told } = await worst(route, words, first);
      if (ratio > MOST_RATIO) slow.push(`${route.path} ${hostile[first % hostile.length]}: ${told.join(', ')} ms`);
    };
    for (const [at, route] of posts.entries()) {
      // The same lines of code whichever paper is asked, but for those that read its fields: a few papers are enough.
      const kind = /\/(act|once|save|remove|restore|copy|bulk|export|exportExcel|import\/\w+)$/.exec(route.path)?.[1];
      const turn = shared.get(kind ?? '') ?? 0;
      if (kind) shared.set(kind, turn + 1);
      if (kind && turn >= 3) continue;
      // What reads its words by itself meets more of the hostilities, and a call that belongs to no paper each of them in each word.
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

/** What the server reads of the head of a request; all heads together are 16 kB at most. */
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

/** Milliseconds of CPU that a list takes with a head of such a length. */
async function cpuOfHead(head: string, sign: string, size: number): Promise<number> {
  const began = process.threadCpuUsage();
  const { status } = await sendRequest(server.base, 'GET', '/api/blade-system/user/list', {
    headers: { 'Blade-Auth': `bearer ${by.token}`, [head]: `x${sign.repeat(size / sign.length)}x` },
  });
  const { user, system } = process.threadCpuUsage(began);
  expect(status, head).toBeLessThan(500);
  return (user + system) / 1000;
}

test('请求头与地址里的也一样 and so do the heads and the address of a request', { timeout: MANY_MS }, async () => {
  const printable = hostile.filter((sign) => /^[ -~]+$/.test(sign));
  const slow: string[] = [];
  for (const head of heads)
    for (const sign of printable) {
      // What costs little at its longest is looked at no further.
      if ((await cpuOfHead(head, sign, HEAD_SIZES[2])) < NOISE_MS) continue;
      const told = [];
      for (const size of HEAD_SIZES) told.push(await leastOf(() => cpuOfHead(head, sign, size)));
      if (told[2] > NOISE_MS && told[2] > told[1] * MOST_RATIO) slow.push(`${head} ${sign}: ${told.join(', ')} ms`);
    }
  const long = await sendRequest(server.base, 'GET', `/api/blade-system/user/list?keyword=${'a'.repeat(65_536)}`, {
    headers: { 'Blade-Auth': `bearer ${by.token}` },
  });
  expect(long.status).toBe(431);
  expect(slow).toEqual([]);
});
