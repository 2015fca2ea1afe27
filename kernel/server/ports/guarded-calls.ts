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

/** Calls of a paper that do the same thing: what is closed by one of these words is closed by the others. */
const SAME = [
  ['list', 'page', 'lazy-list'],
  ['save', 'submit', 'update', 'add'],
  ['remove', 'delete', 'delete/{id}'],
  ['detail', 'detail/{id}', '{id}', 'info/{id}'],
  ['export', 'exportExcel'],
];

/** Calls that do more than one thing, one of them this: they are closed with it, and it is not closed with them. */
const WIDER: Readonly<Record<string, string>> = {
  bulk: 'submit',
  arrange: 'submit',
  'import/commit': 'submit',
  'import/rollback': 'remove',
};

/** What such a call does besides; undefined for a call that does one thing. */
const doesToo = (paper: AnyPaper, word: string): string | undefined =>
  word === paper.calls?.import || (word === 'copy' && paper.copies) ? 'submit' : WIDER[word];

type Named = Pick<RouteFacts, 'method' | 'path' | 'paper' | 'sameAs'>;

/** Other words of a paper for what all papers do. */
function ownWords({ calls }: AnyPaper): readonly (readonly string[])[] {
  if (!calls) return [];
  return [
    ['list', ...(calls.list ?? [])],
    ['submit', ...(calls.submit ?? [])],
    ['remove', ...(calls.remove ?? [])],
    ['detail', ...(calls.detail ?? [])],
    ['export', ...(calls.export ?? []).map((one) => (typeof one === 'string' ? one : one.path))],
  ];
}

/** All words for what a word does. */
function wordsFor(paper: AnyPaper, word: string): readonly string[] {
  const own = ownWords(paper).find((one) => one.includes(word)) ?? [word];
  const same = SAME.find((one) => own.some((other) => one.includes(other))) ?? [];
  const all = new Set([word, ...own, ...same]);
  for (const one of all) for (const other of ownWords(paper).find((words) => words.includes(one)) ?? []) all.add(other);
  const wide = doesToo(paper, word);
  return wide ? [...all, ...wordsFor(paper, wide)] : [...all];
}

/** A call under all its names: what is closed at one place of a paper, or by one of several words for it, is closed at all of them. */
function namesOf({ path, paper }: Named): string[] {
  const places = paper ? [paper.path, ...(paper.aliases ?? [])] : [];
  const here = places.find((place) => path.startsWith(`${place}/`));
  const word = here === undefined ? path : path.slice(here.length + 1);
  // Some words of a paper are whole places, wherever the paper stands.
  return paper
    ? [
        path,
        ...wordsFor(paper, word).flatMap((one) => [
          ...new Set(places.map((place) => placeUnder({ path: place }, one))),
        ]),
      ]
    : [path];
}

/** Those of the patterns that close this call. */
export function closing<P extends Omit<GuardedCall, 'id'>>(route: Named, patterns: readonly P[]): P[] {
  const names = [...namesOf(route), ...(route.sameAs ? namesOf({ ...route, path: route.sameAs }) : [])];
  const isAlike = (method: string): boolean => (method === 'GET') === (route.method === 'GET');
  return patterns.filter(
    (one) => (!one.method || isAlike(one.method)) && names.some((name) => fitsPath(one.path, name)),
  );
}

/** Some calls are opened to certain roles only, whatever buttons others hold. Refused (403) to all others, by whatever address it is asked for. */
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
