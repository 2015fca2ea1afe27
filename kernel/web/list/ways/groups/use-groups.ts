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
}

export interface RowGroups {
  readonly groups: readonly Group[];
  /** There are more than are told. */ readonly more: boolean;
}

/** By what the rows of a list can be grouped, as the address says it: the state first, times by month and by day. A tree has its own order. */
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

/** How many rows each group has, among all that match. */
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
