import { type KeyboardEvent, type ReactElement, useState } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { byteOrder, checksumKind, connectFieldType, fieldData, frameDirection } from '../dictionaries.ts';
import { type PaintedField, positionWords, readPosition } from './painter.rules.ts';
import type { Painter } from './use-painter.view.tsx';

type Texts = Readonly<Record<string, string>>;

/** Columns that are typed as text, and those that are numbers. */
const NUMBERS = new Set(['precision', 'coverStart', 'coverEnd', 'lengthExcludes', 'tagBytes', 'lenBytes']);
const OBJECTS = new Set(['enumMap', 'bits', 'lenOf']);

/** Write pairs as `0=制热, 1=制冷`. */
const pairsText = (value: unknown): string =>
  Object.entries((value ?? {}) as Record<string, unknown>)
    .map(([key, word]) => `${key}=${String(word)}`)
    .join(', ');

function pairsOf(text: string, isNumber: boolean): Record<string, unknown> | null {
  const pairs = text
    .split(/[,，]/)
    .map((one) => one.split('='))
    .filter(([key, word]) => key?.trim() && word !== undefined)
    .map(([key, ...word]) => [key.trim(), isNumber ? Number(word.join('=')) : word.join('=').trim()] as const);
  return pairs.length ? Object.fromEntries(pairs) : null;
}

const textOfPart = (field: PaintedField, name: string): string => {
  const value = field[name as keyof PaintedField];
  return OBJECTS.has(name) ? pairsText(value) : value === null || value === undefined ? '' : String(value);
};

/** Return the typed parts of a row; undefined: a position or a number cannot be read. */
function readParts(texts: Texts): Partial<PaintedField> | undefined {
  const place = readPosition(texts.position);
  if (!place) return undefined;
  const parts: Record<string, unknown> = { ...place };
  for (const [name, text] of Object.entries(texts)) {
    if (name === 'position') continue;
    const plain = text.trim();
    if (OBJECTS.has(name)) parts[name] = pairsOf(plain, name === 'lenOf');
    else if (plain === '') parts[name] = null;
    else if (NUMBERS.has(name) || name === 'scale' || name === 'shift') {
      if (!Number.isFinite(Number(plain))) return undefined;
      parts[name] = NUMBERS.has(name) ? Number(plain) : plain;
    } else parts[name] = plain;
  }
  return parts;
}

interface Input {
  readonly name: string;
  readonly label: Label;
  readonly example?: string;
  readonly of?: Dictionary;
}

const FRONT: readonly Input[] = [
  { name: 'position', label: ['字节', 'Bytes'], example: '14-15' },
  { name: 'deviceConnectConfigFieldType', label: ['字段类型', 'Kind'], of: connectFieldType },
  { name: 'fieldName', label: ['名称', 'Name'] },
  { name: 'txt', label: ['说明', 'Description'] },
  { name: 'dataType', label: ['类型', 'Type'], of: fieldData },
  { name: 'scale', label: ['倍率', 'Scale'], example: '0.1' },
  { name: 'whenExpr', label: ['生效条件', 'When'], example: 'msgType = 01' },
  { name: 'iotFieldName', label: ['物模型属性', 'Property'] },
];

const NUMERIC = new Set(['uint', 'int', 'float', 'bcd', 'flag', 'enum']);

/** Return the further inputs that this kind of row has. */
function moreOf(kind: string, type: string): Input[] {
  const order: Input = { name: 'byteOrder', label: ['字节序', 'Byte order'], of: byteOrder };
  const direction: Input = { name: 'direction', label: ['方向', 'Direction'], of: frameDirection };
  if (kind === 'checksum')
    return [
      { name: 'algorithm', label: ['校验算法', 'Checksum'], of: checksumKind },
      order,
      { name: 'coverStart', label: ['校验起', 'Sum from'], example: '0' },
      { name: 'coverEnd', label: ['校验止', 'Sum to'], example: '-5' },
    ];
  if (kind === 'length') return [order, { name: 'lengthExcludes', label: ['长度不含字节', 'Bytes left out'] }];
  if (['header', 'footer', 'const'].includes(kind))
    return [{ name: 'constValue', label: ['固定值', 'Constant'], example: 'AA55' }, direction];
  if (kind === 'tlv')
    return [
      { name: 'tagBytes', label: ['标签字节数', 'Bytes of a tag'] },
      { name: 'lenBytes', label: ['长度字节数', 'Bytes of a length'] },
      { name: 'lenOf', label: ['各标签长度', 'Length by tag'], example: '01=1, 02=2' },
    ];
  return [
    order,
    ...(NUMERIC.has(type) ? [{ name: 'shift', label: ['偏移', 'Shift'] } as Input] : []),
    ...(NUMERIC.has(type) ? [{ name: 'precision', label: ['保留小数', 'Decimals'] } as Input] : []),
    { name: 'invalidValues', label: ['无效值', 'None if'], example: '7FFF' },
    ...(type === 'bitmap'
      ? [{ name: 'bits', label: ['位名称', 'Names of bits'], example: '0=pump, 2=E03' } as Input]
      : [{ name: 'enumMap', label: ['枚举', 'Words'], example: '0=heat, 1=cool' } as Input]),
    direction,
    { name: 'tag', label: ['TLV 标签', 'Tag'] },
    { name: 'repeatOf', label: ['循环自', 'Repeats by'] },
  ];
}

function Choice({
  input,
  value,
  onChange,
}: {
  input: Input & { readonly of: Dictionary };
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const t = useT();
  const items = useDictionary(input.of);
  return (
    <ChoiceBox
      label={t(input.label)}
      value={value}
      items={[
        ...(input.name === 'deviceConnectConfigFieldType' ? [] : [{ key: '', label: '—' }]),
        ...items.map(({ key, label }) => ({ key, label })),
      ]}
      onChange={onChange}
    />
  );
}

/** Edits a row in its place in the table. Each input changes the draft at once; Enter and Esc close it. */
export function FieldEdit({ on, at, onDone }: { on: Painter; at: number; onDone: () => void }): ReactElement {
  const t = useT();
  const before = on.draft.fields[at];
  const [first] = useState(before);
  const [wrong, setWrong] = useState('');
  const kind = before.deviceConnectConfigFieldType;
  const more = moreOf(kind, before.dataType ?? 'uint');
  const [texts, setTexts] = useState<Texts>({ position: positionWords(before) });
  const valueOf = (name: string): string => texts[name] ?? textOfPart(before, name);
  const set = (name: string, value: string): void => {
    const next = { ...texts, [name]: value };
    setTexts(next);
    const parts = readParts(next);
    setWrong(parts ? '' : name);
    if (parts) on.change({ fields: on.draft.fields.with(at, { ...before, ...parts }) });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      on.change({ fields: on.draft.fields.with(at, first) });
      onDone();
    } else if (event.key === 'Enter' && !(event.target as HTMLElement).matches('[role=combobox], button')) onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const render = (input: Input): ReactElement =>
    input.of ? (
      <Choice
        input={{ ...input, of: input.of }}
        value={valueOf(input.name)}
        onChange={(value) => set(input.name, value)}
      />
    ) : (
      <input
        className={`plain-input ${input.name === 'txt' ? '' : 'mono'}`}
        aria-label={t(input.label)}
        placeholder={input.example ?? t(input.label)}
        aria-invalid={wrong === input.name || undefined}
        // The first input of the row that is edited.
        autoFocus={input.name === (before.startBit === null && before.endBit === null ? 'position' : 'iotFieldName')}
        value={valueOf(input.name)}
        onChange={(event) => set(input.name, event.target.value)}
      />
    );
  return (
    <>
      <tr className="paint-edit" data-row={at} onKeyDown={press}>
        <td colSpan={2}>{render(FRONT[0])}</td>
        {FRONT.slice(1).map((input) => (
          <td key={input.name}>{render(input)}</td>
        ))}
        <td className="paint-out" />
      </tr>
      <tr className="paint-edit" onKeyDown={press}>
        <td colSpan={10}>
          <div className="paint-more">
            {more.map((input) => (
              <label key={input.name}>
                <span className="quiet">{t(input.label)}</span>
                {render(input)}
              </label>
            ))}
            <label className="paint-check">
              <input
                type="checkbox"
                checked={before.optional === true}
                onChange={(event) =>
                  on.change({ fields: on.draft.fields.with(at, { ...before, optional: event.target.checked }) })
                }
              />
              {t(['可缺省', 'May be absent'])}
            </label>
            <span className="spring" />
            {wrong && (
              <span className="field-problem" role="alert">
                {t(['这里写得不对', 'This cannot be read'])}
              </span>
            )}
            <button type="button" className="button strong" onClick={onDone}>
              {t(['好', 'Done'])} <kbd>Enter</kbd>
            </button>
          </div>
        </td>
      </tr>
    </>
  );
}
