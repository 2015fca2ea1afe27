import type { AnyPaper } from '#kernel/language/paper.ts';
import { listTitleOf } from '#kernel/language/plural.ts';
import type { Room } from '#kernel/language/room.ts';

/** Matches abbreviations such as `SLA` or `APIs`, which may be in capitals. */
const SHORT_NAME = /^[A-Z]{2,}s?$/;

const isTitleCase = (en: string): boolean =>
  en
    .split(' ')
    .slice(1)
    .some((word) => /^[A-Z]/.test(word) && !SHORT_NAME.test(word));

/**
 * Return faults in the English labels of pages. The page that lists a paper must be called by the plural of its title.
 */
export function pageFaults({ name, pages = [] }: Pick<Room, 'name' | 'pages'>, papers: readonly AnyPaper[]): string[] {
  return pages.flatMap(({ code, label: [zh, en] }) => {
    const listed = papers.find((one) => one.title[0] === zh || one.title[1].toLowerCase() === en.toLowerCase());
    const wanted = listed && listTitleOf(listed)[1];
    return [
      ...(wanted && wanted !== en ? [`${name}: its page ${code} is called “${en}”, the list of it “${wanted}”.`] : []),
      ...(isTitleCase(en) ? [`${name}: the label “${en}” of its page ${code} is not in sentence case.`] : []),
    ];
  });
}

/**
 * Return faults in the English title of a paper. It must be in sentence case, and a title that is already a plural
 * needs `plural`.
 */
export function titleFaults({ name, title, plural }: Pick<AnyPaper, 'name' | 'title' | 'plural'>): string[] {
  const [, en] = title;
  return [
    ...(plural === undefined && /[^s]s$/.test(en)
      ? [`${name}: its title “${en}” is a plural already: say by plural how its list is called.`]
      : []),
    ...(isTitleCase(plural ?? en) ? [`${name}: its title “${plural ?? en}” is not in sentence case.`] : []),
  ];
}
