import type { ReactElement } from 'react';
import { kindOf } from '#kernel/fields/kinds.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useNamed } from '#kernel/web/pickers/options.ts';
import { type ConditionRow, builtCondition, isAlone } from './condition.rules.ts';
import type { PaperField } from './field-choices.rules.ts';
import { useSignWords } from './sign-words.view.tsx';

const NO_NAMES = {};

/** The value of a comparison, displayed as its field displays values. */
export function ConditionValueWords({
  value,
  choice,
}: {
  value: string;
  choice: PaperField | undefined;
}): ReactElement {
  const language = useLanguage();
  const { field } = choice ?? {};
  const isRow = field ? kindOf(field).pointsTo === 'row' : false;
  const named = useNamed(isRow ? (field?.paper ?? '') : '', isRow && value ? [value] : [], NO_NAMES);
  const items = useDictionary(field?.dictionary);
  const word = named[value] ?? items.find(({ key }) => key === value)?.label;
  const plain =
    value !== '' && field && !isRow && !field.dictionary
      ? kindOf(field).text(value, field, { language, name: () => word })
      : value;
  return <>{word ?? plain}</>;
}

function RowWords({ row, choices }: { row: ConditionRow; choices: readonly PaperField[] }): ReactElement {
  const t = useT();
  const signs = useSignWords();
  const choice = choices.find(({ name }) => name === row.left);
  const label = choice ? t(choice.label) : row.left;
  if (row.sign === 'yes') return <>{label}</>;
  if (row.sign === 'no') return <>{t([`不满足“${label}”`, `not “${label}”`])}</>;
  return (
    <>
      {label} {signs[row.sign]}
      {!isAlone(row.sign) && (
        <>
          {' '}
          <b>
            <ConditionValueWords value={row.right} choice={choice} />
          </b>
        </>
      )}
    </>
  );
}

/** A condition in words. Parts that are no simple comparisons are shown as written. */
export function FlowConditionWords({ text, choices }: { text: string; choices: readonly PaperField[] }): ReactElement {
  const t = useT();
  const built = builtCondition(text);
  if (!built) return <code>{text.replace(/^\$\{([^{}]*)\}$/s, '$1')}</code>;
  return (
    <span className="condition-words">
      {built.rows.map((row, at) => (
        <span key={at}>
          {at > 0 && t(built.join === 'and' ? [' 且 ', ' and '] : [' 或 ', ' or '])}
          <RowWords row={row} choices={choices} />
        </span>
      ))}
    </span>
  );
}
