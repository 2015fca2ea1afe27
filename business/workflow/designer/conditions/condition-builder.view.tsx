import { Plus, X } from 'lucide-react';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import {
  type BuiltCondition,
  CONDITION_SIGNS,
  type ConditionRow,
  type ConditionSign,
  builtCondition,
  conditionText,
  isAlone,
} from './condition.rules.ts';
import { FlowConditionWords } from './condition-words.view.tsx';
import { type PaperField, isTextual, offeredSigns } from './field-choices.rules.ts';
import { SegmentsInput, TextInput } from '../panel/inputs.view.tsx';
import { useSignWords } from './sign-words.view.tsx';

const KindValue = withControls(() => import('./condition-value.view.tsx').then((module) => module.ConditionValue));

const NONE = {};

/**
 * Return the field without the restrictions that apply in forms of its paper, so that a condition may compare it with
 * any value.
 */
const free = (field: Field): Field =>
  ({ ...field, required: false, offered: undefined, depends: undefined, within: undefined }) as Field;

/**
 * The input for the value of a comparison, of the same kind as the compared field. A field that is unknown here has a
 * text input.
 */
function Value({
  row,
  choice,
  onChange,
}: {
  row: ConditionRow;
  choice: PaperField | undefined;
  onChange: (row: ConditionRow) => void;
}): ReactElement {
  const t = useT();
  const id = useId();
  const { field } = choice ?? {};
  const keep = (value: unknown): void =>
    onChange({
      ...row,
      right: value === null || value === undefined ? '' : String(value),
      ...(field && { isText: isTextual(field) }),
    });
  const isChosen = field && (kindOf(field).chosen || kindOf(field).time || kindOf(field).number);
  if (field && isChosen && row.sign !== 'contains')
    return <KindValue id={id} field={free(field)} value={row.right || null} values={NONE} onChange={keep} />;
  return (
    <input
      className="plain-input"
      aria-label={t(['值', 'Value'])}
      placeholder={t(['值', 'Value'])}
      value={row.right}
      onChange={(event) => keep(event.target.value)}
    />
  );
}

/** The picker of a field to compare. It also lists the present field if that is not offered. */
function FieldOf({
  left,
  choices,
  onChange,
}: {
  left: string;
  choices: readonly PaperField[];
  onChange: (name: string) => void;
}): ReactElement {
  const t = useT();
  const known = choices.some(({ name }) => name === left);
  return (
    <ChoiceBox
      label={t(['字段', 'Field'])}
      value={left}
      items={[
        ...(left ? [] : [{ key: '', label: t(['选字段…', 'Choose a field…']) }]),
        ...choices.map(({ name, label }) => ({ key: name, label: t(label) })),
        ...(left && !known ? [{ key: left, label: left }] : []),
      ]}
      onChange={onChange}
    />
  );
}

function Comparison({
  row,
  choices,
  onChange,
  onRemove,
}: {
  row: ConditionRow;
  choices: readonly PaperField[];
  onChange: (row: ConditionRow) => void;
  onRemove: () => void;
}): ReactElement {
  const t = useT();
  const words = useSignWords();
  const choice = choices.find(({ name }) => name === row.left);
  const offered = offeredSigns(choice?.field) ?? CONDITION_SIGNS;
  const signs = offered.includes(row.sign) ? offered : [...offered, row.sign];
  const choose = (left: string): void => {
    const field = choices.find(({ name }) => name === left)?.field;
    const fits = offeredSigns(field) ?? CONDITION_SIGNS;
    onChange({ left, sign: fits.includes(row.sign) ? row.sign : fits[0], right: '', isText: isTextual(field) });
  };
  return (
    <div className="design-comparison" data-alone={isAlone(row.sign)}>
      <FieldOf left={row.left} choices={choices} onChange={choose} />
      <ChoiceBox
        label={t(['比较', 'Comparison'])}
        value={row.sign}
        items={signs.map((key) => ({ key, label: words[key] }))}
        onChange={(sign) => onChange({ ...row, sign: sign as ConditionSign })}
      />
      {!isAlone(row.sign) && <Value row={row} choice={choice} onChange={onChange} />}
      <button
        type="button"
        className="icon-button small"
        aria-label={t(['去掉这个条件', 'Remove this condition'])}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

/** Buttons that begin a condition: with the previous decision, or with another comparison. */
function Quick({
  built,
  hasDecision,
  change,
  add,
}: {
  built: BuiltCondition;
  hasDecision: boolean;
  change: (next: BuiltCondition) => void;
  add: (row: ConditionRow) => void;
}): ReactElement {
  const t = useT();
  const decided = (sign: 'yes' | 'no'): void => change({ join: 'and', rows: [{ left: 'pass', sign, right: '' }] });
  const isFirst = built.rows.length === 0;
  return (
    <span className="design-quick">
      {hasDecision && isFirst && (
        <>
          <button type="button" className="button plain" onClick={() => decided('yes')}>
            {t(['同意时', 'When passed'])}
          </button>
          <button type="button" className="button plain" onClick={() => decided('no')}>
            {t(['驳回时', 'When rejected'])}
          </button>
        </>
      )}
      <button type="button" className="button plain" onClick={() => add({ left: '', sign: '==', right: '' })}>
        <Plus size={14} aria-hidden />
        {t(['加条件', 'Add'])}
      </button>
    </span>
  );
}

/**
 * The editor of a condition, by field, operator and value, with the condition in words. A condition that cannot be
 * split so is edited as text.
 */
export function ConditionBuilder({
  value,
  onKeep,
  choices,
}: {
  value: string;
  onKeep: (text: string) => void;
  choices: readonly PaperField[];
}): ReactElement {
  const t = useT();
  const [built, setBuilt] = useState<BuiltCondition | null>(() => builtCondition(value));
  useEffect(() => {
    if (!built || conditionText(built) !== value) setBuilt(builtCondition(value));
  }, [value]);
  const change = (next: BuiltCondition): void => {
    setBuilt(next);
    const text = conditionText(next);
    if (text !== value) onKeep(text);
  };
  if (!built)
    return (
      <TextInput
        label={t(['表达式', 'Expression'])}
        mono
        lines={2}
        value={value}
        onKeep={(text) => onKeep(text.trim())}
        help={t([
          '这个条件不能用字段选出来，照表达式执行',
          'Fields cannot say this condition: it runs as it is written',
        ])}
      />
    );
  const rows = (next: readonly ConditionRow[]): void => change({ ...built, rows: next });
  return (
    <div className="design-conditions">
      {built.rows.map((row, at) => (
        <Comparison
          key={at}
          row={row}
          choices={choices}
          onChange={(next) => rows(built.rows.map((one, index) => (index === at ? next : one)))}
          onRemove={() => rows(built.rows.filter((_, index) => index !== at))}
        />
      ))}
      {built.rows.length > 1 && (
        <SegmentsInput
          label={t(['几个条件', 'Together'])}
          value={built.join}
          items={[
            ['and', t(['都要成立', 'All hold'])],
            ['or', t(['一个成立', 'One holds'])],
          ]}
          onChange={(join) => change({ ...built, join })}
        />
      )}
      <Quick
        built={built}
        hasDecision={choices.some(({ name }) => name === 'pass')}
        change={change}
        add={(row) => setBuilt({ ...built, rows: [...built.rows, row] })}
      />
      {value !== '' && (
        <p className="design-said">
          <FlowConditionWords text={value} choices={choices} />
        </p>
      )}
    </div>
  );
}
