import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { RowsOfLines, StructuredPart } from '#kernel/fields/structured/structured.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { faceOf, viewOf } from '#kernel/fields/kinds.view.tsx';
import { must } from '#kernel/language/must.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { ChoiceBox } from '../pickers/choice-box.tsx';
import { useAllPapers } from '../registry/papers.ts';
import { fetchRow, rowKeyOf } from '../registry/paper-calls.ts';
import type { Slots } from '../registry/screens.ts';
import { useSlots } from '../registry/use-slots.ts';
import type { WireRow } from '../registry/rows.ts';
import {
  type LineInput,
  type LineInputs,
  asksPerLine,
  inputsOfLine,
  lacksReason,
  partsToAsk,
  rowsToSend,
} from './per-line.ts';
import './asked-lines.css';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };

const isNumber = (of: AnyPaper, name: string): boolean => kindOf(of.fields[name]).align === 'end';

/** Move the focus to the same input of the next line, or of the one before. */
function stepLine(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget } = event;
  const column = [
    ...(currentTarget
      .closest('tbody')
      ?.querySelectorAll<HTMLInputElement>(`input[data-part="${currentTarget.dataset.part}"]`) ?? []),
  ];
  const next = column.at(Math.max(0, column.indexOf(currentTarget) + STEPS[event.key]));
  event.preventDefault();
  next?.focus();
  next?.select();
}

interface InputProps {
  readonly part: StructuredPart;
  readonly value: string;
  readonly label: string;
  readonly isLacking: boolean;
  readonly onChange: (value: string) => void;
}

/** A text or a number of a line. Arrows and Enter move along the column; in a list of codes Enter begins the next one. */
function TextPart({ part, value, label, isLacking, onChange }: InputProps): ReactElement {
  const t = useT();
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (!(event.key in STEPS) || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const isNextCode = part.several && event.key === 'Enter' && value.trim() !== '' && !value.endsWith(',');
    if (!isNextCode) return stepLine(event);
    event.preventDefault();
    onChange(`${value.trim()},`);
  };
  return (
    <input
      type="text"
      inputMode={part.type === 'number' ? 'decimal' : undefined}
      maxLength={part.type === 'number' ? 14 : 500}
      value={value}
      data-part={part.name}
      aria-label={label}
      aria-invalid={isLacking || undefined}
      placeholder={isLacking ? t(['请填写', 'needed']) : undefined}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={press}
    />
  );
}

function PartInput(props: InputProps): ReactElement {
  const t = useT();
  const { part, value, label, isLacking, onChange } = props;
  if (!part.choices) return <TextPart {...props} />;
  const items = Object.entries(part.choices).map(([key, words]) => ({ key, label: t(words) }));
  return <ChoiceBox label={label} value={value} items={items} invalid={isLacking} onChange={onChange} />;
}

interface LineProps {
  readonly linePaper: AnyPaper;
  /** Cells of the line paper's own screen. */ readonly own: Slots['columns'];
  readonly line: WireRow;
  readonly rule: RowsOfLines;
  readonly parts: readonly StructuredPart[];
  readonly inputs: LineInputs;
  readonly onType: (part: string, value: string) => void;
}

function Line({ linePaper, own, line, rule, parts, inputs, onType }: LineProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const isLacking = lacksReason(rule, inputs);
  return (
    <tr>
      {rule.shows.map((one) => (
        <td key={one} data-label={t(linePaper.fields[one].label)} data-number={isNumber(linePaper, one)}>
          {own?.[one]?.(line) ?? viewOf(linePaper.fields[one]).cell(faceOf(line, one, linePaper.fields[one], language))}
        </td>
      ))}
      {parts.map((part) => (
        <td
          key={part.name}
          data-label={t(part.label)}
          data-number={part.type === 'number'}
          data-none={!inputs.parts.includes(part) || undefined}
        >
          {inputs.parts.includes(part) && (
            <PartInput
              part={part}
              value={inputs.values[part.name]}
              label={`${t(part.label)} ${String(line[linePaper.caption] ?? '')}`}
              isLacking={isLacking && part.name === rule.reason?.part}
              onChange={(value) => onType(part.name, value)}
            />
          )}
        </td>
      ))}
    </tr>
  );
}

interface Props {
  readonly of: AnyPaper;
  readonly field: Field;
  readonly row: WireRow;
  readonly onChange: (lines: readonly LineInput[] | null) => void;
}

/** Inputs of an action for each line of its row. They begin with the values of the line. */
export default function AskedLines({ of, field, row, onChange }: Props): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const rule = must(asksPerLine(field), 'perLine');
  // Papers of some rooms load after the page.
  const linePaper = useAllPapers().find((one) => one.name === of.lines?.[rule.of]?.paper);
  const own = useSlots(linePaper ?? of).columns;
  const { data } = useQuery({
    queryKey: ['row', of.name, 'asked', row.id, language],
    staleTime: 0,
    queryFn: ({ signal }) => fetchRow(of, rowKeyOf(of, row), signal),
  });
  const [typed, setTyped] = useState<Readonly<Record<string, LineInput>>>({});
  const lines = (data?.[rule.of] ?? []) as readonly WireRow[];
  const inputsWith = (all: typeof typed): LineInputs[] =>
    lines.map((line) => inputsOfLine(field, rule, line, all[line.id]));
  const inputs = inputsWith(typed);
  const latest = useRef(typed);
  // In the event itself: a shortcut right after the last digit must send it.
  const change = (line: string, part: string, value: string): void => {
    latest.current = { ...latest.current, [line]: { ...latest.current[line], [part]: value } };
    setTyped(latest.current);
    onChange(rowsToSend(inputsWith(latest.current)));
  };
  useEffect(() => onChange(rowsToSend(inputs)), [data]);
  if (!linePaper) return null;
  // A part that no line has needs no column.
  const parts = partsToAsk(field).filter((part) => inputs.some((one) => one.parts.includes(part)));
  return (
    <div className="asked-lines" aria-busy={!data}>
      <table>
        <thead>
          <tr>
            {rule.shows.map((one) => (
              <th key={one} scope="col" data-number={isNumber(linePaper, one)}>
                {t(linePaper.fields[one].label)}
              </th>
            ))}
            {parts.map((part) => (
              <th key={part.name} scope="col" data-number={part.type === 'number'}>
                {t(part.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <Line
              key={line.id}
              linePaper={linePaper}
              own={own}
              line={line}
              rule={rule}
              parts={parts}
              inputs={inputs[at]}
              onType={(part, value) => change(line.id, part, value)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
