import { Plus, X } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import {
  type BuiltCondition,
  CONDITION_SIGNS,
  type ConditionRow,
  type ConditionSign,
  builtCondition,
  conditionText,
  isAlone,
} from '../canvas/condition.rules.ts';
import { useSignWords } from './sign-words.view.tsx';
import { SegmentsInput, TextInput } from './inputs.view.tsx';

function Comparison({
  row,
  onChange,
  onRemove,
}: {
  row: ConditionRow;
  onChange: (row: ConditionRow) => void;
  onRemove: () => void;
}): ReactElement {
  const t = useT();
  const signs = useSignWords();
  return (
    <div className="design-comparison">
      <input
        className="plain-input mono"
        aria-label={t(['变量', 'Variable'])}
        placeholder={t(['变量', 'Variable'])}
        value={row.left}
        onChange={(event) => onChange({ ...row, left: event.target.value })}
      />
      <ChoiceBox
        label={t(['比较', 'Comparison'])}
        value={row.sign}
        items={CONDITION_SIGNS.map((key) => ({ key, label: signs[key] }))}
        onChange={(sign) => onChange({ ...row, sign: sign as ConditionSign })}
      />
      {!isAlone(row.sign) && (
        <input
          className="plain-input"
          aria-label={t(['值', 'Value'])}
          placeholder={t(['值', 'Value'])}
          value={row.right}
          onChange={(event) => onChange({ ...row, right: event.target.value })}
        />
      )}
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

/** A condition as comparisons, and as the expression that they are; what says more than comparisons can is typed. */
export function ConditionPart({ value, onKeep }: { value: string; onKeep: (text: string) => void }): ReactElement {
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
  return (
    <>
      {built && (
        <div className="design-conditions">
          {built.rows.map((row, at) => (
            <Comparison
              key={at}
              row={row}
              onChange={(next) =>
                change({ ...built, rows: built.rows.map((one, index) => (index === at ? next : one)) })
              }
              onRemove={() => change({ ...built, rows: built.rows.filter((_, index) => index !== at) })}
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
          <span className="design-quick">
            <button
              type="button"
              className="button plain"
              onClick={() => change({ join: 'and', rows: [{ left: 'pass', sign: 'yes', right: '' }] })}
            >
              {t(['同意时', 'When passed'])}
            </button>
            <button
              type="button"
              className="button plain"
              onClick={() => change({ join: 'and', rows: [{ left: 'pass', sign: 'no', right: '' }] })}
            >
              {t(['驳回时', 'When rejected'])}
            </button>
            <button
              type="button"
              className="button plain"
              onClick={() => setBuilt({ ...built, rows: [...built.rows, { left: '', sign: '>', right: '' }] })}
            >
              <Plus size={14} aria-hidden />
              {t(['加条件', 'Add'])}
            </button>
          </span>
        </div>
      )}
      <TextInput
        label={t(['表达式', 'Expression'])}
        mono
        lines={2}
        value={value}
        onKeep={(text) => onKeep(text.trim())}
        help={
          built ? undefined : t(['比较写不下，照表达式执行', 'More than comparisons can say: it runs as it is written'])
        }
      />
    </>
  );
}
