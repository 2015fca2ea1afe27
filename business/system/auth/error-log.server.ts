import type { Call, Route } from '#kernel/server/http/route.ts';
import { nowOf } from '#kernel/server/time/tenancy.ts';

const MOST_ENTRIES = 99;
const MOST_LETTERS = 4000;

const texts = ['type', 'url', 'message', 'stack', 'info', 'time'] as const;

/** What a browser says went wrong: shortened, and never more than it is told to keep. */
const entriesIn = ({ body }: Call): Record<string, string>[] =>
  (Array.isArray(body.list) ? body.list : []).filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null).slice(0, MOST_ENTRIES)
    .map((one) => Object.fromEntries(texts.map((name) => [name, typeof one[name] === 'string' ? one[name].replaceAll('\0', '').slice(0, MOST_LETTERS) : ''])));

async function keep(call: Call): Promise<unknown> {
  const { house, actor, request } = call;
  const entries = entriesIn(call);
  if (entries.length) {
    await house.db.read(actor.tenancy, (sql) => sql.query(`insert into anju_client_error (id, tenant_id, person_id, at, type, url, message, stack, info, told, agent)
      select next_id($1), $2, $3, $4, x.type, x.url, x.message, x.stack, x.info, x.time, $5 from jsonb_to_recordset($6::jsonb) as x(type text, url text, message text, stack text, info text, time text)`,
    [house.clock.ms(), actor.tenancy.tenantId, actor.person.id, nowOf(house.clock, actor.tenancy), String(request.headers['user-agent'] ?? '').slice(0, 300), JSON.stringify(entries)]));
    request.log.warn({ count: entries.length, first: { url: entries[0].url.slice(0, 200), message: entries[0].message.slice(0, 200) } }, 'browser errors');
  }
  return { count: entries.length };
}

/** Browsers send what went wrong in them; the paths are those that old clients know. */
export const errorLogRoutes = (): Route[] => ['blade-auth/oauth/logout', 'user/send-logs', '../user/send-logs'].map((path) => ({ method: 'POST', path, needs: 'person', harmless: 'always', summary: ['上传前端错误日志', 'Upload errors of the browser'], work: keep }));
