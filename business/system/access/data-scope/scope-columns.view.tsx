import { kindNamed } from '#kernel/fields/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import type { Field } from '#kernel/language/field.ts';
import { fieldOf } from '#kernel/language/paper.ts';
import type { Label } from '#kernel/language/label.ts';
import type { RuleOperator } from '#kernel/language/row-rule.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useFormRow } from '#kernel/web/form/form-row.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { customerServiceTeam } from '../../dictionaries.ts';
import { type ScopeColumn, ruleColumns } from './data-scope.calls.ts';

type Values = Readonly<Record<string, unknown>>;

export const resourceIn = (values: Values): { resourceCode: string; menuId: string } => ({
  resourceCode: String(values.resourceCode ?? ''),
  menuId: String(values.menuId ?? ''),
});

export const needsValue = (op: RuleOperator | undefined): boolean =>
  op !== undefined && op !== 'null' && op !== 'notnull';

/**
 * Return the placeholders (`$…`) with which a field can be compared. They stand for the reader's own person,
 * departments or teams.
 */
export const wordsFor = ({ kind }: ScopeColumn, field: Field | undefined): readonly string[] => {
  const subject = kindNamed(kind)?.subject;
  if (subject) return subject === 'person' ? ['$me'] : ['$departments', '$below'];
  return field?.dictionary?.code === customerServiceTeam.code ? ['$teams'] : [];
};

const none: readonly ScopeColumn[] = [];

/** Return the fields of the page that is chosen in the form, which may differ from the stored page. */
export function useColumns(values: Values): {
  columns: readonly ScopeColumn[];
  fieldOf: (column: ScopeColumn) => Field | undefined;
  /** Why `columns` is empty: no page is chosen yet, or it has no rows of its own. Undefined once they are loaded. */
  waiting: Label | string | undefined;
} {
  const language = useLanguage();
  const row = useFormRow();
  const papers = useAllPapers();
  const chosen = resourceIn(values);
  const resource =
    row && String(row.menuId) !== chosen.menuId && row.resourceCode === chosen.resourceCode
      ? { ...chosen, resourceCode: '' }
      : chosen;
  const { data, error } = useQuery({
    queryKey: ['rule columns', resource, language],
    queryFn: () => askCall(ruleColumns, resource, { quiet: true }),
    enabled: Boolean(resource.menuId || resource.resourceCode),
    staleTime: 60_000,
    retry: false,
  });
  const of = papers.find((one) => one.table === data?.table);
  return {
    columns: data?.columns ?? none,
    fieldOf: (column) => (of ? fieldOf(of, column.name) : undefined),
    waiting: data ? undefined : (error?.message ?? ['先选所属菜单', 'Choose the page first']),
  };
}
