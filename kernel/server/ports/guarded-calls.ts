import type { RouteFacts } from '../http/route.ts';
import type { GuardedCall } from './ports.ts';

const fitsPath = (pattern: string, path: string): boolean => (pattern.endsWith('**') ? path.startsWith(pattern.slice(0, -2)) : pattern === path);

/** Calls of a paper that do the same thing: what is closed by one of these words is closed by the others. */
const SAME = [['list', 'page'], ['save', 'submit', 'update'], ['detail', 'detail/{id}'], ['export', 'exportExcel']];

type Named = Pick<RouteFacts, 'method' | 'path' | 'paper'>;

/** A call under all its names: what is closed at one place of a paper, or by one of several words for it, is closed at all of them. */
function namesOf({ path, paper }: Named): string[] {
  const places = paper ? [paper.path, ...(paper.aliases ?? [])] : [];
  const here = places.find((place) => path.startsWith(`${place}/`));
  if (here === undefined) return [path];
  const word = path.slice(here.length + 1);
  const words = SAME.find((one) => one.includes(word)) ?? [word];
  return places.flatMap((place) => words.map((one) => `${place}/${one}`));
}

/** Those of the patterns that close this call. */
export function closing<P extends Omit<GuardedCall, 'id'>>(route: Named, patterns: readonly P[]): P[] {
  const names = namesOf(route);
  return patterns.filter((one) => (!one.method || one.method === route.method) && names.some((name) => fitsPath(one.path, name)));
}
