import { baseFields } from '#kernel/fields/base-fields.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { text } from '#kernel/fields/text/text.ts';
import type { Inputs } from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import type { OwnFilter } from '../../assembly/behaviour.ts';
import { readName } from '../../list/filter.ts';
import { listFields } from '../../list/shape.ts';

/** Return the suffixes of the parameters of a filter: none for one value, two for the bounds of a range. */
export const filterBounds = (field: Field): readonly string[] => {
  const { time, operators } = kindOf(field);
  if (time && operators.includes('dategt')) return ['_dategt', '_datelt'];
  return field.filter === 'range' ? ['_ge', '_le'] : [''];
};

const WORDS: Readonly<Record<string, Label>> = {
  '': ['', ''],
  _dategt: ['不早于', ' from'],
  _datelt: ['不晚于', ' until'],
  _ge: ['不小于', ' at least'],
  _le: ['不大于', ' at most'],
};

const MAX_FILTER = 2000;

/** Fields that every list filters by, whatever its paper. */
const BASE = ['createTime', 'updateTime', 'createUser', 'createDept', 'status'];

/**
 * Return the filters of a list as inputs: its columns, its search bar, the fields of every row, and the filters of its
 * behaviour. A list also reads each stored field with an operator as suffix, which the description of the call states.
 */
export function filterInputs(paper: AnyPaper, own: Readonly<Record<string, OwnFilter>> = {}): Inputs {
  const listed = new Set(listFields(paper));
  const fields = [
    ...fieldsOf(paper).filter(([name, { filter }]) => filter || listed.has(name)),
    ...BASE.filter((name) => !Object.hasOwn(paper.fields, name)).map((name): [string, Field] => [
      name,
      baseFields[name],
    ]),
  ];
  const inputs = fields.flatMap(([name, field]) =>
    filterBounds(field).flatMap((bound): [string, Field][] => {
      const read = readName(paper, `${name}${bound}`);
      const operators = read ? kindOf(read.field).operators : [];
      if (!read || (bound === '' && !operators.includes('equal'))) return [];
      const [zh, en] = WORDS[bound];
      return [[`${name}${bound}`, text([`${field.label[0]}${zh}`, `${field.label[1]}${en}`], { max: MAX_FILTER })]];
    }),
  );
  return {
    ...Object.fromEntries(inputs),
    ...Object.fromEntries(
      Object.entries(own).map(([name, { reads }]) => [name, text(reads.label, { max: MAX_FILTER })]),
    ),
  };
}
