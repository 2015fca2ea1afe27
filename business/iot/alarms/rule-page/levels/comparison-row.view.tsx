import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { CONDITION_OPERATORS, type Comparison, type ConditionOperator } from '../../rules/rule-shape.rules.ts';
import { ComparisonValue } from './comparison-value.view.tsx';
import { isSameValue } from '../draft/rule-values.rules.ts';
import { propertyName, operatorLabels, unitOfProperty } from '../words/rule-words.rules.ts';
import type { Properties } from '../use-properties.view.tsx';

const NUMERIC = ['int', 'long', 'float', 'double'];
/** Operators that the editor offers for properties that are no numbers, by data type. */
const OPERATORS: Readonly<Record<string, readonly ConditionOperator[]>> = {
  bool: ['eq', 'ne', 'changed'],
  enum: ['eq', 'ne', 'in', 'changed'],
  bitmap: ['bit', 'eq', 'ne', 'changed'],
  text: ['eq', 'ne', 'contains', 'changed'],
};
const operatorsOf = (type: string | null | undefined): readonly ConditionOperator[] =>
  OPERATORS[type ?? ''] ??
  (type && !NUMERIC.includes(type)
    ? ['eq', 'ne', 'contains', 'changed']
    : CONDITION_OPERATORS.filter((one) => one !== 'contains' && one !== 'bit'));

export interface ComparisonRowProps {
  readonly row: Comparison;
  /** The same row in the stored version of the rule; differences are tinted. */
  readonly running: Comparison | undefined;
  readonly hasRunning: boolean;
  readonly problem: Label | undefined;
  readonly properties: Properties;
  readonly disabled: boolean;
  readonly onChange: (row: Comparison) => void;
  readonly onRemove: () => void;
}

/** Edits one comparison: property, operator, value and unit. Its problem is shown below. */
export function ComparisonRow(props: ComparisonRowProps): ReactElement {
  const { row, running, hasRunning, problem, properties, disabled, onChange, onRemove } = props;
  const t = useT();
  const property = properties.of(row.prop);
  const changed = (name: keyof Comparison): boolean => hasRunning && !isSameValue(row[name], running?.[name]);
  const known = properties.list.map((one) => ({
    key: one.identifier,
    label: `${t(propertyName(one.identifier, properties.of))} ${one.identifier}`,
  }));
  const operators = operatorsOf(property?.dataType);
  const choose = (prop: string): void => {
    const type = properties.of(prop)?.dataType;
    const op = operatorsOf(type).includes(row.op) ? row.op : operatorsOf(type)[0];
    onChange({ prop, op, ...(type === property?.dataType && { value: row.value }) });
  };
  const turn = (op: ConditionOperator): void => {
    const isPair = (one: ConditionOperator): boolean => one === 'between' || one === 'outside';
    const isKept = isPair(op) === isPair(row.op) && op !== 'in' && row.op !== 'in' && op !== 'changed';
    onChange({ prop: row.prop, op, ...(isKept && { value: row.value }) });
  };
  return (
    <div className="rule-row" data-wrong={problem !== undefined}>
      {properties.isKnown ? (
        <ChoiceBox
          label={t(['属性', 'Property'])}
          look={changed('prop') ? 'rule-property rule-changed' : 'rule-property'}
          value={row.prop}
          invalid={problem !== undefined && !property}
          disabled={disabled}
          items={
            known.some(({ key }) => key === row.prop) || !row.prop
              ? known
              : [{ key: row.prop, label: row.prop }, ...known]
          }
          onChange={choose}
        />
      ) : (
        <input
          className="plain-input rule-property"
          aria-label={t(['属性标识符', 'Identifier of the property'])}
          data-changed={changed('prop')}
          disabled={disabled}
          value={row.prop}
          onChange={({ target }) => onChange({ ...row, prop: target.value.trim() })}
        />
      )}
      <ChoiceBox
        label={t(['比较', 'Comparison'])}
        look={changed('op') ? 'rule-operator rule-changed' : 'rule-operator'}
        value={row.op}
        disabled={disabled}
        items={[...new Set([...operators, row.op])].map((op) => ({
          key: op,
          label: t(operatorLabels[op] ?? [op, op]),
        }))}
        onChange={(op) => turn(op as ConditionOperator)}
      />
      <ComparisonValue
        row={row}
        property={property}
        isChanged={changed('value')}
        isWrong={problem !== undefined}
        disabled={disabled}
        onChange={(value) => onChange({ ...row, value })}
      />
      <span className="rule-unit">{t(unitOfProperty(property))}</span>
      {!disabled && (
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['去掉这个条件', 'Remove this condition'])}
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </button>
      )}
      {problem && (
        <p className="field-problem" role="alert">
          {t(problem)}
        </p>
      )}
    </div>
  );
}
