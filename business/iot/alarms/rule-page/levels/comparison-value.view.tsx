import { asText } from '#kernel/language/values.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { mustFind } from '#kernel/language/must.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { MenuAt } from '#kernel/web/menus/menu-at.tsx';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import type { SchemaAttribute, Words } from '../../../models/model-schema.rules.ts';
import { EXTENSION, type Comparison, extensionKey } from '../../rules/rule-shape.rules.ts';
import { NumberBox } from './number-box.view.tsx';

interface ValueProps {
  readonly row: Comparison;
  readonly property: SchemaAttribute | undefined;
  readonly onChange: (value: unknown) => void;
  readonly isChanged: boolean;
  readonly isWrong: boolean;
  readonly disabled: boolean;
}

const wordsOf = ({ zh, en }: Words): Label => [zh, en ?? zh];

/** Return the possible values of a property with their words; null: the values have no words. */
function choicesOf(property: SchemaAttribute | undefined): readonly (readonly [string, Label])[] | null {
  if (property?.dataType === 'bool')
    return [
      ['true', wordsOf(property.specs?.trueText ?? { zh: '是', en: 'Yes' })],
      ['false', wordsOf(property.specs?.falseText ?? { zh: '否', en: 'No' })],
    ];
  const { items } = property?.specs ?? {};
  return property?.dataType === 'enum' && items
    ? Object.entries(items).map(([key, words]) => [key, wordsOf(words)] as const)
    : null;
}

const bitsOf = (property: SchemaAttribute | undefined): readonly (readonly [string, Label])[] =>
  Object.entries(property?.specs?.bits ?? {}).map(([bit, words]) => [bit, wordsOf(words)] as const);

/** Return a chosen key in the type of the property's values: boolean, number or text. */
const read = (key: string, property: SchemaAttribute | undefined): unknown =>
  property?.dataType === 'bool' ? key === 'true' : /^-?\d+$/.test(key) ? Number(key) : key;

const NUMERIC = new Set(['int', 'long', 'float', 'double', 'bitmap']);
/** Operators on the change of a value. They take a number only, no named constant. */
const STEPS = new Set<Comparison['op']>(['rising', 'falling', 'rate']);
const NUMBER = 'number';

/**
 * Right sides that a number may be compared with: a typed number, a bound of the model, or a key of each device's
 * `extConfig`.
 */
const AGAINST: readonly (readonly [key: string, words: Label])[] = [
  [NUMBER, ['数值', 'A number']],
  ['$max', ['物模型上限', 'Upper limit']],
  ['$min', ['物模型下限', 'Lower limit']],
  [EXTENSION, ['每台设备的参数', 'Extension of each device']],
];

const isNamed = (value: unknown): boolean => againstOf(value) !== NUMBER;

function againstOf(value: unknown): string {
  if (value === '$min' || value === '$max') return value;
  return extensionKey(value) === null ? NUMBER : EXTENSION;
}

/** A text box for a list of values, separated by commas. */
function SeveralBox({ row, onChange, isChanged, isWrong, disabled, property }: ValueProps): ReactElement {
  const t = useT();
  const parts = (text: string): unknown[] =>
    text
      .split(/[,，、\s]+/)
      .filter(Boolean)
      .map((one) => read(one, property));
  return (
    <input
      className="plain-input rule-several"
      aria-label={t(['值，用逗号分开', 'Values, separated by commas'])}
      data-changed={isChanged}
      aria-invalid={isWrong || undefined}
      disabled={disabled}
      defaultValue={Array.isArray(row.value) ? row.value.join('，') : ''}
      onChange={({ target }) => onChange(parts(target.value))}
    />
  );
}

/** Edits a right side: a number or a named constant. A button switches between them. */
function Against({ row: { value }, onChange, isChanged, isWrong, disabled }: ValueProps): ReactElement {
  const t = useT();
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const [, words] = mustFind(AGAINST, ([key]) => key === againstOf(value));
  return (
    <span className="rule-against">
      {againstOf(value) === NUMBER ? (
        <NumberBox
          label={t(['值', 'Value'])}
          value={value}
          onChange={onChange}
          isChanged={isChanged}
          isWrong={isWrong}
          disabled={disabled}
        />
      ) : againstOf(value) === EXTENSION ? (
        <input
          className="plain-input mono"
          aria-label={t(['设备扩展里的名称', 'Its name in the extensions of the device'])}
          placeholder={t(['设备参数名', 'Extension'])}
          data-changed={isChanged}
          aria-invalid={isWrong || undefined}
          disabled={disabled}
          maxLength={50}
          value={extensionKey(value) ?? ''}
          onChange={({ target }) => onChange(`${EXTENSION}${target.value.replaceAll(/\W/g, '')}`)}
        />
      ) : (
        <span className="rule-other">{t(words)}</span>
      )}
      {!disabled && (
        <button
          type="button"
          className="icon-button small"
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          aria-label={t(['跟什么比', 'Compared with'])}
          title={t(['跟什么比', 'Compared with'])}
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom + 4 });
          }}
        >
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
      {menu && (
        <MenuAt
          {...menu}
          label={t(['跟什么比', 'Compared with'])}
          items={AGAINST.map(([key, said]) => ({
            key,
            label: t(said),
            run: () => onChange(key === NUMBER ? null : key),
          }))}
          onClose={() => setMenu(null)}
        />
      )}
    </span>
  );
}

/** Edits the right side of a comparison in the form that its operator needs; null: the operator takes none. */
export function ComparisonValue(props: ValueProps): ReactElement | null {
  const { row, property, onChange, isChanged, isWrong, disabled } = props;
  const t = useT();
  const { op, value } = row;
  const label = t(['值', 'Value']);
  const number = { isChanged, isWrong, disabled };
  if (op === 'changed') return null;
  if (op === 'between' || op === 'outside') {
    const [low, high] = Array.isArray(value) ? (value as unknown[]) : [null, null];
    return (
      <span className="rule-pair">
        <NumberBox
          {...number}
          label={t(['从', 'From'])}
          value={low}
          onChange={(next) => onChange([next, high ?? null])}
        />
        –
        <NumberBox
          {...number}
          label={t(['到', 'To'])}
          value={high}
          onChange={(next) => onChange([low ?? null, next])}
        />
      </span>
    );
  }
  if (op === 'in') return <SeveralBox {...props} />;
  const choices = op === 'bit' ? bitsOf(property) : choicesOf(property);
  if (choices && choices.length > 0)
    return (
      <ChoiceBox
        label={label}
        look={isChanged ? 'rule-value rule-changed' : 'rule-value'}
        value={asText(value)}
        invalid={isWrong}
        disabled={disabled}
        items={choices.map(([key, words]) => ({ key, label: t(words) }))}
        onChange={(key) => onChange(op === 'bit' ? Number(key) : read(key, property))}
      />
    );
  if (typeof value === 'object' && value !== null && 'prop' in value)
    return <span className="rule-other mono">{String(value.prop)}</span>;
  if (STEPS.has(op)) return <NumberBox {...number} label={label} value={value} onChange={onChange} />;
  if (property === undefined || NUMERIC.has(property.dataType ?? '') || isNamed(value)) return <Against {...props} />;
  return (
    <input
      className="plain-input rule-several"
      aria-label={label}
      data-changed={isChanged}
      aria-invalid={isWrong || undefined}
      disabled={disabled}
      value={asText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
