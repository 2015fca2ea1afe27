import { beforeAll, expect, test } from 'vitest';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { RouteCall, Route } from '#kernel/server/http/route.ts';
import { titled } from '../../../testing/choose.ts';
import { keeper, saved, testEach } from '../../../testing/sample.ts';
import { openTestServer } from '../../../testing/test-server.ts';
import { openApi } from './openapi.ts';

const server = await openTestServer(import.meta.url);

interface Described {
  readonly properties?: Readonly<Record<string, object>>;
  readonly allOf?: readonly Described[];
  readonly anyOf?: readonly Described[];
  readonly $ref?: string;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Described }>> };
}
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Described>> };
}

const { paths, components } = openApi(server.app, server.assembly.routes, 'en') as unknown as OpenApiDocument;

function propertiesOf(schema: Described): string[] {
  if (schema.$ref) return propertiesOf(components.schemas[schema.$ref.split('/').at(-1)!]);
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap(propertiesOf);
  return [...Object.keys(schema.properties ?? {}), ...parts];
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '');

/** Return the names of the inputs that the document states for a call. */
function statedNames({ path, method }: Route): Set<string> {
  const operation = paths[`/api/${path}`][method.toLowerCase()];
  const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => propertiesOf(schema));
  return new Set([...(operation.parameters ?? []).map(({ name }) => name), ...bodies].map(plain));
}

/** Return an object that records each name that is read from it, whether it was sent or not. */
const recording = <T extends object>(sent: T, read: (name: string) => void): T =>
  new Proxy(sent, {
    get(target, name) {
      if (typeof name === 'string') read(name);
      return Reflect.get(target, name) as unknown;
    },
  });

/** Names that any call may carry: tickets of downloads, the total of a list, the language. */
const OF_EVERY_CALL = ['exactTotal', 'tenantId', 'ticket', 'lang', 'toJSON', 'then'].map(plain);

/** The papers whose standard calls are walked: the first of each habit that changes what these calls read. */
const walked = new Set(
  [
    (paper: AnyPaper) => paper.detailBy !== undefined,
    (paper: AnyPaper) => paper.tree !== undefined,
    (paper: AnyPaper) => paper.habit === 'rest',
    (paper: AnyPaper) => paper.lines !== undefined && paper.lifecycle !== undefined,
    (paper: AnyPaper) => paper.copies !== undefined,
    (paper: AnyPaper) => paper.calls?.export !== undefined,
    (paper: AnyPaper) => paper.readOnly === true,
  ].flatMap((habit) =>
    titled(habit)
      .slice(0, 2)
      .map(([, paper]) => paper),
  ),
);

const routes = server.assembly.routes.filter(
  ({ path, paper, sameAs, upload }) =>
    (!paper || walked.has(paper)) && !path.startsWith('../') && !sameAs && !upload && !/(\/events|logout)$/.test(path),
);

const ids = new Map<string, string>();
beforeAll(async () => {
  for (const paper of walked) if (!paper.readOnly) ids.set(paper.name, (await saved(server, paper)).id);
});

test('each input that a call reads is stated in the document', async () => {
  const caller = await keeper(server);
  const lacking = new Map<string, Set<string>>();
  for (const route of routes) {
    const stated = statedNames(route);
    const note = (name: string): void => {
      // Rows above are locked by fields that the product sets itself.
      const isSet = route.paper?.fields[name]?.auto === true;
      if (isSet || stated.has(plain(name)) || OF_EVERY_CALL.includes(plain(name))) return;
      const key = `${route.method} ${route.path}`;
      lacking.set(key, (lacking.get(key) ?? new Set()).add(name));
    };
    const record = <C extends Pick<RouteCall, 'query' | 'body'>>(call: C): C => ({
      ...call,
      query: recording(call.query, note),
      body: recording(call.body, note),
    });
    if ('work' in route) {
      const { work } = route;
      Object.assign(route, { work: (call: RouteCall) => work(record(call)) });
    } else {
      const { open } = route;
      Object.assign(route, { open: (call: Parameters<typeof open>[0]) => open(record(call)) });
    }
  }
  await testEach(routes, async (route) => {
    const id = ids.get(route.paper?.name ?? '') ?? '1';
    const path = route.path.replaceAll(/\{\w+\}/g, id);
    // An input that is not stated would be recorded whenever all inputs are copied.
    const sent: Record<string, string> = statedNames(route).has('id') ? { id } : {};
    await (route.method === 'GET' ? caller.get(path, sent) : caller.write(route.method, path, sent));
  });
  expect([...lacking].map(([call, names]) => `${call}: ${[...names].join(' ')}`)).toEqual([]);
});
