import { placeUnder } from '#kernel/language/calls/place.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import { http as refuse } from '../refusals.ts';
import type { Actor } from '../session/actor.ts';
import type { RouteFacts } from '../http/route.ts';
import type { GuardedCall } from './ports.ts';

const fitsPath = (pattern: string, path: string): boolean =>
  pattern.endsWith('**') ? path.startsWith(pattern.slice(0, -2)) : pattern === path;

/**
 * Names of calls of a paper with the same effect. A pattern that restricts one of them to certain roles restricts all.
 */
const SAME = [
  ['list', 'page', 'lazy-list'],
  ['save', 'submit', 'update', 'add'],
  ['remove', 'delete', 'delete/{id}'],
  ['detail', 'detail/{id}', '{id}', 'info/{id}'],
  ['export', 'exportExcel'],
];

/**
 * Calls that include the effect of a simpler call, by name. A pattern that restricts the simpler call restricts them
 * too, but not the reverse.
 */
const WIDER: Readonly<Record<string, string>> = {
  bulk: 'submit',
  arrange: 'submit',
  'import/commit': 'submit',
  'import/rollback': 'remove',
};

/** Return the name of the call whose effect this call includes; undefined where there is none. */
const doesToo = (paper: AnyPaper, word: string): string | undefined =>
  word === paper.calls?.import || (word === 'copy' && paper.copies) ? 'submit' : WIDER[word];

type Named = Pick<RouteFacts, 'method' | 'path' | 'paper' | 'sameAs'>;

/** Return the standard calls under the names that the paper has for them. */
function ownWords({ calls }: AnyPaper): readonly (readonly string[])[] {
  if (!calls) return [];
  return [
    ['list', ...(calls.list ?? [])],
    ['submit', ...(calls.submit ?? []), ...(calls.draft ?? [])],
    ['remove', ...(calls.remove ?? [])],
    ['detail', ...(calls.detail ?? [])],
    ['export', ...(calls.export ?? []).map((one) => (typeof one === 'string' ? one : one.path))],
  ];
}

/** Return all names of calls with the effects of a call, its own name included. */
function wordsFor(paper: AnyPaper, word: string): readonly string[] {
  const own = ownWords(paper).find((one) => one.includes(word)) ?? [word];
  const same = SAME.find((one) => own.some((other) => one.includes(other))) ?? [];
  const all = new Set([word, ...own, ...same]);
  for (const one of all) for (const other of ownWords(paper).find((words) => words.includes(one)) ?? []) all.add(other);
  const wide = doesToo(paper, word);
  return wide ? [...all, ...wordsFor(paper, wide)] : [...all];
}

/**
 * Return all paths by which a call can be made. A pattern that matches one of them restricts the call at all of them.
 */
function namesOf({ path, paper }: Named): string[] {
  const places = paper ? [paper.path, ...(paper.aliases ?? [])] : [];
  const here = places.find((place) => path.startsWith(`${place}/`));
  const word = here === undefined ? path : path.slice(here.length + 1);
  // Some calls of a paper declare a whole address instead of a name below its path.
  return paper
    ? [
        path,
        ...wordsFor(paper, word).flatMap((one) => [
          ...new Set(places.map((place) => placeUnder({ path: place }, one))),
        ]),
      ]
    : [path];
}

/** Return the patterns that restrict this call to certain roles. */
export function closing<P extends Omit<GuardedCall, 'id'>>(route: Named, patterns: readonly P[]): P[] {
  const names = [...namesOf(route), ...(route.sameAs ? namesOf({ ...route, path: route.sameAs }) : [])];
  const isAlike = (method: string): boolean => (method === 'GET') === (route.method === 'GET');
  return patterns.filter(
    (one) => (!one.method || isAlike(one.method)) && names.some((name) => fitsPath(one.path, name)),
  );
}

/** Refuse (403) a call that is open to certain roles only, by whatever address and button. */
export async function assertOpened(app: App, named: Named, { person }: Pick<Actor, 'person'>): Promise<void> {
  const closed = await app.ports.guardedCalls(person.tenantId);
  if (!closed.length) return;
  const guarded = closing(named, closed);
  if (
    guarded.length &&
    !person.roles.some((role) => holdsEverything(role) || guarded.some((one) => role.calls?.has(one.id)))
  )
    throw refuse.forbidden();
}
