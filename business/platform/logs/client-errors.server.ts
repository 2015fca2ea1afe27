import { implementRoute, type Route, type RouteAsking, shortWithoutPeople, transact } from '#kernel/server';
import { causeOf, placeIn } from './cause.rules.ts';
import { clientErrorUploads } from './logs.calls.ts';
import { logError } from './log-error.paper.ts';

const MAX_ENTRIES = 99;
const MAX_LETTERS = 4000;

const texts = ['url', 'message', 'stack', 'info', 'requestId'] as const;
type Entry = Readonly<Record<(typeof texts)[number], string>>;

/**
 * Return a text shortened and without personal data. A request number is only shortened, since its digits may look like
 * a phone number.
 */
const shortened = (name: string, text: string): string =>
  name === 'requestId' ? text.slice(0, 100) : shortWithoutPeople(text, MAX_LETTERS);

/** Return the errors of a browser, shortened and limited in number. */
const entriesIn = (list: unknown): Entry[] =>
  (Array.isArray(list) ? list : [])
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    .slice(0, MAX_ENTRIES)
    .map(
      (one) =>
        Object.fromEntries(
          texts.map((name) => [name, typeof one[name] === 'string' ? shortened(name, one[name]) : '']),
        ) as Entry,
    );

/** Return the name in front of the first line of a stack, e.g. TypeError. */
const nameIn = (stack: string): string => /^(\w*Error)\b/.exec(stack.trim())?.[1] ?? 'Error';

/** Return the path of an address, without host and query, at most 200 characters. */
const pageOf = (url: string): string =>
  url
    .replace(/^https?:\/\/[^/]+/, '')
    .split(/[?#]/)[0]
    .slice(0, 200);

async function keep(list: unknown, { app, actor, request }: RouteAsking): Promise<{ count: number }> {
  const entries = entriesIn(list);
  const agent = String(request.headers['user-agent'] ?? '').slice(0, 300);
  if (entries.length) {
    await transact(app, actor, (tx) =>
      tx.append(
        logError,
        entries.map((one) => {
          const { file, line } = placeIn(one.stack);
          const name = nameIn(one.stack);
          return {
            source: 'client',
            exceptionName: name,
            message: one.message.slice(0, 500),
            cause: causeOf({ name, message: one.message, stack: one.stack }),
            fileName: file,
            lineNumber: line,
            stackTrace: [one.stack, one.info].filter(Boolean).join('\n').slice(0, 8000),
            requestUri: pageOf(one.url),
            method: 'PAGE',
            createBy: actor.person.name.slice(0, 64),
            remoteIp: request.ip,
            userAgent: agent,
            serviceId: 'browser',
            requestId: /^[\w-]{8,64}$/.test(one.requestId) ? one.requestId : '',
          };
        }),
      ),
    );
  }
  return { count: entries.length };
}

export const clientErrorRoutes = (): Route[] =>
  clientErrorUploads.map((one) =>
    implementRoute(one, ({ list }, asking) => keep(list, asking), { harmless: 'always' }),
  );
