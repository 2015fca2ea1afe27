import { expect, it } from 'vitest';
import { openStory } from '#kernel/stories/story.ts';

const story = await openStory(import.meta.url);

it('keeps what went wrong in a browser, shortened, for those who mend it', async () => {
  const cs = await story.as('as_cs');
  const entry = { type: 'bug', url: '/wel/index', message: 'x is undefined', stack: 's'.repeat(9000), info: '', time: '2026-11-23 10:00:00' };
  expect((await cs.post('blade-auth/oauth/logout', [entry, 'nonsense', entry])).data.count).toBe(2);
  const kept = await story.tables("select message, length(stack) as letters from anju_client_error where tenant_id = '000000'");
  expect(kept).toEqual([{ message: 'x is undefined', letters: 4000 }, { message: 'x is undefined', letters: 4000 }]);
  expect((await story.stranger().post('blade-auth/oauth/logout', [entry])).status).toBe(401);
  expect((await cs.get('blade-system/user/info')).status).toBe(200);
});

it('serves the page of all calls by itself, and their description only to who is logged in', async () => {
  const read = async (path: string): Promise<Response> => { const answer = await fetch(`${story.base}/api/docs${path}`); await answer.arrayBuffer(); return answer; };
  expect((await read('')).headers.get('content-security-policy')).toContain("script-src 'self'");
  for (const name of ['start.js', 'swagger-ui.css', 'swagger-ui-bundle.js']) expect((await read(`/${name}`)).status, name).toBe(200);
  expect((await story.stranger().get('docs/openapi.json')).status).toBe(401);
  expect((await (await story.as('as_cs')).get('docs/openapi.json')).body.openapi).toBe('3.1.0');
});
