import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { memoizePerPaper } from '#kernel/language/memoize-per-paper.ts';

/**
 * Text fields of the quick search and of contained-text filters: together they feed one search column and one index.
 */
export const searchedFields = memoizePerPaper((paper): readonly string[] => {
  const likes = storedFields(paper)
    .filter(([, field]) => field.filter === 'like' && !hides(field.personal))
    .map(([name]) => name);
  return [...new Set([...(paper.search ?? []), ...likes])].filter((name) => !hides(paper.fields[name].personal));
});

/** Return the personal numbers that can be searched by their last four digits. */
export const tailedFields = (paper: AnyPaper): string[] =>
  storedFields(paper)
    .filter(([, field]) => kindOf(field).foundByTail)
    .map(([name]) => name);

/** Return the column that orders a list by default, and whether the order is descending (`down`). */
export function orderColumns(paper: AnyPaper): { column: string; down: boolean } {
  const by = paper.order?.by ?? 'createTime';
  return { column: columnOf(by), down: paper.order?.down ?? by === 'createTime' };
}

/**
 * Do people see only rows about themselves? Such rows are few a person, so they have indexes by the person and by
 * references only.
 */
export const isReadByPerson = (paper: AnyPaper): boolean => paper.sight === 'personal' && paper.self !== undefined;
