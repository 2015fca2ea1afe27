import { kindNamed } from '#kernel/fields/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { asList, asString } from '#kernel/fields/faces.view.tsx';
import { type RuleCondition, ruleOperatorWords, ruleWords } from '#kernel/language/row-rule.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useNamed } from '#kernel/web/pickers/options.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { conditionsFrom } from './conditions.rules.ts';
import { type ScopeColumn, previewRule } from './data-scope.calls.ts';
import { needsValue, resourceIn, useColumns } from './scope-columns.view.tsx';
import { dataScope } from './data-scope.paper.ts';
import './rule-editor.css';

const editor = () => import('./rule-editor.view.tsx');
const RuleEditor = withControls(() => editor().then((module) => module.RuleEditor));
const ColumnChoice = withControls(() => editor().then((module) => module.ColumnChoice));
const FieldChoice = withControls(() => editor().then((module) => module.FieldChoice));

/** Labels of the fields that a column of the scope names; 全部 for `*`. */
function FieldNames({ row, name }: { row: WireRow; name: string }): ReactElement {
  const t = useT();
  const { columns } = useColumns(row);
  const names = asList(row[name]);
  return (
    <>
      {names.includes('*')
        ? t(['全部', 'All'])
        : names.map((one) => columns.find((column) => column.name === one)?.label ?? '…').join(t(['、', ', ']))}
    </>
  );
}

/**
 * The value of a condition in words: a placeholder (`$…`) such as the reader, the names of rows, or the labels of
 * dictionary keys.
 */
function ValueWords({
  column,
  condition,
  fieldOf,
}: {
  column: ScopeColumn | undefined;
  condition: RuleCondition;
  fieldOf: (column: ScopeColumn) => ReturnType<ReturnType<typeof useColumns>['fieldOf']>;
}): ReactElement {
  const t = useT();
  const value = asString(condition.value);
  const ids = asList(value);
  const items = useDictionary(column && fieldOf(column)?.dictionary);
  const named = useNamed(column?.paper ?? '', column?.paper && !Object.hasOwn(ruleWords, value) ? ids : [], {});
  if (Object.hasOwn(ruleWords, value)) return <>{t(ruleWords[value])}</>;
  const choices = column && kindNamed(column.kind)?.choices;
  if (choices) return <>{t(choices[value] ?? choices.false).toLowerCase()}</>;
  return (
    <>
      {ids
        .map((one) => (column?.paper ? (named[one] ?? '…') : (items.find((item) => item.key === one)?.label ?? one)))
        .join(t(['、', ', ']))}
    </>
  );
}

/** The rule as a list of conditions in words, joined by "and" or "or". */
function RuleInWords({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const { columns, fieldOf } = useColumns(row);
  const conditions = conditionsFrom(row.scopeValue);
  return (
    <ul className="rule-words">
      {conditions.map((condition, at) => {
        const column = columns.find((one) => one.name === condition.field);
        return (
          <li key={at}>
            {at > 0 && (
              <span className="quiet">{row.scopeMatch === 'any' ? t(['或 ', 'or ']) : t(['且 ', 'and '])}</span>
            )}
            {column?.label ?? '…'} {t(ruleOperatorWords[condition.op])}{' '}
            {needsValue(condition.op) && (
              <b>
                <ValueWords column={column} condition={condition} fieldOf={fieldOf} />
              </b>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The rows that the stored rule shows to the caller. */
function RowsShown({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const rule = Number(row.scopeType) === 5;
  const { data, error } = useQuery({
    queryKey: ['row', dataScope.name, 'rows', row.id, row.version],
    enabled: rule,
    retry: false,
    queryFn: () =>
      askCall(previewRule, {
        ...resourceIn(row),
        scopeMatch: asString(row.scopeMatch),
        scopeValue: conditionsFrom(row.scopeValue),
      }),
  });
  if (!rule)
    return (
      <p className="quiet detail-own">
        {t([
          '这类范围随看的人而变；谁能看到哪一行，请用“权限诊断”。',
          'This range depends on who looks; the permission explainer says who sees which row.',
        ])}
      </p>
    );
  if (error)
    return (
      <p className="field-problem" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <i className="skeleton" style={{ width: '60%', marginTop: 16 }} />;
  return (
    <div className="detail-own">
      <p>
        <b>
          {t([
            `${data.count}${data.more ? ' 条以上' : ' 条'}`,
            `${data.more ? 'More than ' : ''}${counted(data.count, 'row')}`,
          ])}
        </b>{' '}
        <span className="quiet">{t(['按您本人计算，下面是最新的几条', 'for you; the newest are below'])}</span>
      </p>
      <ul>
        {data.rows.map((one) => (
          <li key={one.id}>{one.caption}</li>
        ))}
      </ul>
    </div>
  );
}

export default screen(dataScope, {
  inputs: { scopeColumn: ColumnChoice, scopeValue: RuleEditor, scopeField: FieldChoice },
  columns: {
    scopeColumn: (row) => <FieldNames row={row} name="scopeColumn" />,
    scopeField: (row) => <FieldNames row={row} name="scopeField" />,
    scopeValue: (row) => <RuleInWords row={row} />,
  },
  detailTabs: [{ key: 'rows', label: ['命中数据', 'Rows'], Content: ({ row }) => <RowsShown row={row} /> }],
});
