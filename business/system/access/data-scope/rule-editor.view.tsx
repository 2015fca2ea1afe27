import { kindNamed } from '#kernel/fields/kinds.ts';
import { useMutation } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { type InputFace, asList, asString } from '#kernel/fields/faces.view.tsx';
import type { Field } from '#kernel/language/field.ts';
import { type RuleCondition, ruleOperatorWords, ruleWords } from '#kernel/language/row-rule.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { restoreFocus, takeHand } from '#kernel/web/shortcuts/restore-focus.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { conditionsFrom } from './conditions.rules.ts';
import { type ScopeColumn, previewRule } from './data-scope.calls.ts';
import { needsValue, resourceIn, useColumns, wordsFor } from './scope-columns.view.tsx';
import './rule-editor.css';

type Draft = Partial<RuleCondition>;

const isWhole = (row: Draft): boolean => Boolean(row.field && row.op && (!needsValue(row.op) || row.value));

interface ValueProps {
  readonly column: ScopeColumn;
  readonly field: Field | undefined;
  readonly draft: Draft;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** Input of a fixed value: a row picker, a choice of keys, or a text or date field. */
function Fixed({ column, field, draft, label, disabled, onChange }: ValueProps): ReactElement {
  const t = useT();
  const items = useDictionary(field?.dictionary);
  const many = draft.op === 'in';
  if (column.paper)
    return (
      <RowPicker
        paper={column.paper}
        many={many}
        label={label}
        value={asList(draft.value)}
        onChange={(ids) => onChange(ids.join(','))}
        attributes={{ disabled }}
      />
    );
  const kind = kindNamed(column.kind);
  const options = kind?.choices
    ? Object.entries(kind.choices).map(([value, words]) => ({ value, label: t(words) }))
    : items.map((one) => ({ value: one.key, label: one.label }));
  if (options.length && draft.op !== 'like')
    return (
      <Select
        aria-label={label}
        disabled={disabled}
        mode={many ? 'multiple' : undefined}
        showSearch={{ optionFilterProp: 'label' }}
        value={many ? asList(draft.value) : draft.value || undefined}
        options={options}
        onChange={(next: string | string[]) => onChange(Array.isArray(next) ? next.join(',') : (next ?? ''))}
      />
    );
  const day = kind?.time !== undefined && !many;
  return (
    <Input
      aria-label={label}
      disabled={disabled}
      type={day ? 'date' : 'text'}
      placeholder={many ? t(['多个值用逗号分隔', 'Several, comma-joined']) : undefined}
      value={asString(draft.value).slice(0, day ? 10 : undefined)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/**
 * The value of a condition: a placeholder (`$…`) for the reader's own person, departments or teams, or a fixed value.
 */
function Value(props: ValueProps): ReactElement {
  const { column, field, draft, disabled, onChange } = props;
  const t = useT();
  const words = wordsFor(column, field);
  const word = words.find((one) => one === draft.value);
  return (
    <>
      {words.length > 0 && (
        <Select
          aria-label={t(['相对于谁', 'Whose'])}
          disabled={disabled}
          value={word ?? ''}
          options={[
            ...words.map((one) => ({ value: one, label: t(ruleWords[one]) })),
            { value: '', label: t(['指定', 'Chosen']) },
          ]}
          onChange={(next) => onChange(next)}
        />
      )}
      {!word && <Fixed {...props} />}
    </>
  );
}

/** A button that counts and lists the rows that the rule shows to its author. */
function Preview({ face, rows }: { face: InputFace; rows: readonly Draft[] }): ReactElement {
  const t = useT();
  const shown = useMutation({
    mutationFn: () =>
      askCall(previewRule, {
        ...resourceIn(face.values),
        scopeMatch: asString(face.values.scopeMatch),
        scopeValue: rows,
      }),
  });
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!rows.length || !rows.every(isWhole)}
        aria-busy={shown.isPending}
        onClick={() => {
          if (!shown.isPending) shown.mutate();
        }}
      >
        {t(['预览能看到的数据', 'Preview the rows'])}
      </button>
      {shown.data && (
        <div className="choice-changes" role="status">
          <p>
            <b>
              {t([
                `${shown.data.count}${shown.data.more ? ' 条以上' : ' 条'}`,
                `${shown.data.more ? 'More than ' : ''}${counted(shown.data.count, 'row')}`,
              ])}
            </b>{' '}
            <span className="quiet">{t(['按您本人计算', 'for you'])}</span>
          </p>
          <ul>
            {shown.data.rows.map((row) => (
              <li key={row.id}>{row.caption}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Editor of a rule: each condition with field, operator and value, and below them a preview of the rows. */
export function RuleEditor(face: InputFace): ReactElement {
  const t = useT();
  const { columns, fieldOf, waiting } = useColumns(face.values);
  const rows: Draft[] = conditionsFrom(face.value);
  const put = (at: number, part: Draft): void =>
    face.onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const begun = (column: ScopeColumn | undefined, row: Draft): Draft =>
    column
      ? {
          field: column.name,
          op: row.op && column.ops.includes(row.op) ? row.op : column.ops[0],
          value: wordsFor(column, fieldOf(column))[0],
        }
      : {};
  const named = columns.filter((one) => one.ops.length > 0);
  if (waiting)
    return (
      <p id={face.id} className="quiet">
        {typeof waiting === 'string' ? waiting : t(waiting)}
      </p>
    );
  return (
    <div
      className="rule-editor"
      id={face.id}
      tabIndex={-1}
      role="group"
      aria-label={t(face.field.label)}
      aria-describedby={face.describedBy}
    >
      {rows.map((row, at) => {
        const column = columns.find((one) => one.name === row.field);
        const number = at + 1;
        return (
          <div key={at} className="rule-row">
            <Select
              aria-label={t([`条件 ${number} 字段`, `Condition ${number}: field`])}
              disabled={face.disabled}
              placeholder={t(['字段', 'Field'])}
              showSearch={{ optionFilterProp: 'label' }}
              value={row.field || undefined}
              options={named.map((one) => ({ value: one.name, label: one.label }))}
              onChange={(name) =>
                put(
                  at,
                  begun(
                    columns.find((one) => one.name === name),
                    row,
                  ),
                )
              }
            />
            <Select
              aria-label={t([`条件 ${number} 比较`, `Condition ${number}: compared`])}
              disabled={face.disabled || !column}
              value={row.op}
              options={(column?.ops ?? []).map((op) => ({ value: op, label: t(ruleOperatorWords[op]) }))}
              onChange={(op) => put(at, { op, ...(!needsValue(op) && { value: undefined }) })}
            />
            <span className="rule-value">
              {column && needsValue(row.op) && (
                <Value
                  column={column}
                  field={fieldOf(column)}
                  draft={row}
                  label={t([`条件 ${number} 值`, `Condition ${number}: value`])}
                  disabled={face.disabled}
                  onChange={(value) => put(at, { value })}
                />
              )}
            </span>
            <button
              type="button"
              className="icon-button"
              disabled={face.disabled}
              aria-label={t([`删除条件 ${number}`, `Remove condition ${number}`])}
              onClick={({ currentTarget }) => {
                const row = currentTarget.parentElement;
                restoreFocus(row?.nextElementSibling, row?.parentElement);
                face.onChange(rows.filter((_, index) => index !== at));
              }}
            >
              <Trash2 size={14} aria-hidden />
            </button>
          </div>
        );
      })}
      <p className="rule-foot">
        <button
          type="button"
          className="button"
          disabled={face.disabled}
          onClick={({ currentTarget }) => {
            takeHand(() => currentTarget.closest('.rule-editor')?.children[rows.length]);
            face.onChange([...rows, {}]);
          }}
        >
          <Plus size={14} aria-hidden /> {t(['加一个条件', 'Add a condition'])}
        </button>{' '}
        <Preview face={face} rows={rows} />
      </p>
    </div>
  );
}

/** Choice of the field that holds the owner of a row: a person for type 2, else a department. */
export function ColumnChoice(face: InputFace): ReactElement {
  const t = useT();
  const { columns, fieldOf } = useColumns(face.values);
  const subject = Number(face.values.scopeType) === 2 ? 'person' : 'department';
  return (
    <Select
      id={face.id}
      aria-label={t(face.field.label)}
      aria-describedby={face.describedBy}
      disabled={face.disabled}
      allowClear
      style={{ width: '100%' }}
      placeholder={
        subject === 'person' ? t(['创建人', 'Who made the row']) : t(['创建部门', 'The department that made it'])
      }
      value={asString(face.value) || undefined}
      options={columns
        .filter(
          (one) =>
            kindNamed(one.kind)?.subject === subject ||
            (subject === 'department' && fieldOf(one)?.many && one.paper === 'dept'),
        )
        .map((one) => ({ value: one.name, label: one.label }))}
      onChange={(next?: string) => face.onChange(next ?? null)}
      onBlur={face.onBlur}
    />
  );
}

/** Choice of the visible fields: all, or those that are ticked. */
export function FieldChoice(face: InputFace): ReactElement {
  const t = useT();
  const { columns, waiting } = useColumns(face.values);
  const text = asString(face.value).trim();
  const all = text === '' || text.split(',').includes('*');
  const own = columns.filter((one) => one.own);
  const isSeen = (one: ScopeColumn): boolean =>
    all ||
    one.always ||
    text
      .split(',')
      .map((name) => name.trim())
      .includes(one.name);
  const choose = (chosen: readonly ScopeColumn[]): void =>
    face.onChange(chosen.length === own.length ? '*' : chosen.map((one) => one.name).join(','));
  if (waiting)
    return (
      <p id={face.id} className="quiet">
        {typeof waiting === 'string' ? waiting : t(waiting)}
      </p>
    );
  return (
    <div
      id={face.id}
      className="rule-fields"
      role="group"
      tabIndex={-1}
      aria-label={t(face.field.label)}
      aria-describedby={face.describedBy}
    >
      <span className="rule-all">
        <button
          type="button"
          className="choice"
          aria-pressed={all}
          disabled={face.disabled}
          onClick={() => choose(all ? own.filter((one) => one.always) : own)}
        >
          {t(['全部字段', 'All fields'])}
        </button>
      </span>
      {own.map((one) => (
        <label key={one.name}>
          <input
            type="checkbox"
            checked={isSeen(one)}
            disabled={one.always || face.disabled}
            onChange={(event) => choose(own.filter((each) => (each === one ? event.target.checked : isSeen(each))))}
          />{' '}
          {one.label}
        </label>
      ))}
    </div>
  );
}
