import { isFiltersField } from '#kernel/language/calls/call.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../../app.ts';
import { asksNothing } from '../../list/filter-values.ts';
import { row as refuse } from '../../refusals.ts';
import { isListFilter } from '../../rows/matching.ts';
import type { Actor } from '../../session/actor.ts';
import { isOwnClient } from '../authenticate.ts';
import { setIgnoredHeader } from '../envelope.ts';
import type { Route, RouteCall } from '../route.ts';

/** Names that any list takes: paging, order, search, language, and those of downloads. */
const OF_EVERY_LIST = new Set(
  ['current', 'size', 'ascs', 'descs', 'keyword', 'exactTotal', 'all', 'lang', 'ticket', 'tenantId'].map((name) =>
    name.toLowerCase(),
  ),
);

/** Is this a name that published clients send with any list: token, tenant, a cache buster, or a field to ignore? */
const isOfEveryList = (name: string): boolean =>
  OF_EVERY_LIST.has(name.toLowerCase()) || /^(_|blade-|tenant-id$)|_ignore$/i.test(name);

const ANSWERS_OF_LISTS: readonly string[] = ['page', 'tree'];

/** Return the names of the inputs of a list beside its filters; null where the route is no list. */
function inputsOfList({ contract, method, filtersOf, download }: Route): readonly string[] | null {
  const inputs = { ...contract.query, ...contract.body };
  const isRead = method === 'GET' || download || filtersOf !== undefined;
  const isList =
    filtersOf !== undefined ||
    Object.values(inputs).some(isFiltersField) ||
    ANSWERS_OF_LISTS.includes(contract.answer.is);
  if (!isRead || !isList) return null;
  return Object.entries(inputs).flatMap(([name, field]) =>
    isFiltersField(field) ? Object.keys(field.besides) : [name],
  );
}

/** Return a function that tells whether a name is a filter of the list of a route. */
function filtersBy(app: App, route: Route, { person }: Actor, query: RouteCall['query']): (name: string) => boolean {
  const own = Object.values({ ...route.contract.query }).find(isFiltersField);
  const of = route.filtersOf ?? own?.filtersOf ?? (own && app.papers.get(query.paper ?? ''));
  if (!of) return () => false;
  const paper = visibleTo(person, of);
  // A picker ignores fields that it does not filter by.
  const namesField = (name: string): boolean =>
    Object.hasOwn(of.fields, name) || Object.hasOwn(of.fields, name.slice(0, Math.max(0, name.lastIndexOf('_'))));
  return (name) => (own?.isLoose && namesField(name)) || isListFilter(app, paper, name, query[name]);
}

/** Return the names in a query that are neither inputs nor filters of its list. */
export function unknownNames(app: App, route: Route, actor: Actor, query: RouteCall['query']): string[] {
  const inputs = inputsOfList(route);
  if (!inputs) return [];
  const isFilterName = filtersBy(app, route, actor, query);
  return Object.keys(query).filter(
    (name) => !asksNothing(query[name]) && !inputs.includes(name) && !isOfEveryList(name) && !isFilterName(name),
  );
}

const mayAsk = ({ needs, paper }: Route, { person }: Actor): boolean =>
  !paper || ['person', 'guest', 'anonymous'].includes(needs) || decide(person, paper, needs).allow;

const MAX_NAMES = 20;
const MAX_NAME = 60;

/** Refuse unknown filters to our own client. For published clients ignore them, and name them in a header. */
export function answerUnknownNames(route: Route, call: RouteCall): void {
  const { app, actor, request } = call;
  if (!mayAsk(route, actor)) return;
  const sent = route.filtersOf ? { ...call.query, ...textsOf(call.body) } : call.query;
  const names = unknownNames(app, route, actor, sent)
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, MAX_NAME));
  if (!names.length) return;
  if (!isOwnClient(request)) {
    setIgnoredHeader(call, names);
    return;
  }
  const { words } = refuse.filtersUnknown({ names });
  throw refuse.filtersUnknown({ names }, { fields: names.map((field) => ({ field, words })) });
}

const textsOf = (body: RouteCall['body']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
