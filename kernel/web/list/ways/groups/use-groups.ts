import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { groupsList } from '#kernel/fields/paper-fields.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Query, get } from '../../../http/http.ts';
import { useLanguage } from '../../../i18n/words.ts';
import { groupParts } from '../../../query/list-query.ts';
import { searchFields } from '../../filters/filters.ts';

export interface Group {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Sums by field over all rows of the group, not only those of the page. */
  readonly sums: Readonly<Record<string, string>>;
}

export interface RowGroups {
  readonly groups: readonly Group[];
  /** Whether there are more groups than returned. */ readonly more: boolean;
}

/**
 * Return the possible groupings by their names in the address, the state first. Dates are grouped by month and by day.
 * A tree has none, because its rows have an order of their own.
 */
export const groupChoices = (of: AnyPaper): readonly (readonly [key: string, label: Label])[] =>
  of.tree
    ? []
    : searchFields(of)
        .filter(([, field]) => groupsList(field))
        .flatMap(([name, field]): (readonly [string, Label])[] =>
          kindOf(field).time
            ? [
                [`${name}.month`, [`${field.label[0]}·按月`, `${field.label[1]}, by month`]],
                [`${name}.day`, [`${field.label[0]}·按日`, `${field.label[1]}, by day`]],
              ]
            : [[name, field.label]],
        );

/** Return the number of matching rows per group, and their sums. */
export function useGroups(of: AnyPaper, group: string, filters: Query): UseQueryResult<RowGroups> {
  const language = useLanguage();
  const [groupBy, groupUnit] = groupParts(group);
  const query = { paper: of.name, groupBy, groupUnit, ...filters };
  return useQuery({
    queryKey: ['list', of.name, 'groups', query, language],
    enabled: group !== '',
    queryFn: ({ signal }) => get<RowGroups>('blade-core/groups', query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}
