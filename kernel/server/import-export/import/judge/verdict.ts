import { kindOf } from '#kernel/fields/kinds.ts';
import { TENANT, exchangeField } from '../../columns.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { hides, isMaskOf } from '#kernel/fields/mask.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type Label, bilingual } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { missingFields } from '../../../write/steps/values.ts';
import type { Stored, Values } from '../../../rows/stored-row.ts';
import { exchange as refuse } from '../../../refusals.ts';
import type { ImportBatch } from '../batch.ts';
import { bringsSomething, importKeys } from '../import-columns.ts';
import { isPointer, type CaptionIndex } from './names.ts';
import { cellProblem } from './cell-problem.ts';
import { type RowMark, SheetTwins, rowMarkOf } from './sheet-twins.ts';

export type RowVerdict = 'new' | 'update' | 'unchanged' | 'refused';

/** Row as it was read: its number in the sheet, and its cells. */
export type ImportRow = readonly [at: number, ...cells: string[]];

/** Stored row, with the texts of its values in the columns of the sheet. */
export interface PresentRows {
  readonly row: Stored;
  readonly words: Readonly<Record<string, string>>;
}

/** Verdict on a row. `old` holds, by changed field, the stored value and its text. */
export interface JudgedRow {
  readonly row: number;
  readonly verdict: RowVerdict;
  readonly content: Values;
  readonly cells: readonly string[];
  readonly problems: FieldProblem[];
  readonly row_id: string | null;
  readonly version: number | null;
  readonly old: Record<string, [unknown, string]>;
  /** Fingerprints (`RowMark`): another row of the sheet with one of them is a duplicate. */
  readonly marks: readonly string[];
}

/** Row with parsed cells, before it is compared with the stored row. */
export interface ReadRow {
  readonly at: number;
  readonly cells: readonly string[];
  readonly values: Values;
  readonly problems: FieldProblem[];
}

const unknownRow = (field: string, words: string): FieldProblem => ({
  field,
  words: [`“${words}”不存在；新增请留空`, `“${words}” does not exist; leave it empty for a new row`],
  group: ['数据不存在；新增请留空', 'The row does not exist; leave it empty for a new row'],
});

/** Parse the cells of a row. An empty cell changes nothing. */
export function readSheetRow(
  columns: readonly { at: number; name: string; field: Field }[],
  names: CaptionIndex,
  [at, ...cells]: ImportRow,
): ReadRow {
  const values: Values = {};
  const problems: FieldProblem[] = [];
  for (const { at: place, name, field } of columns) {
    const cell = cells[place];
    if (cell === undefined || cell === '') continue;
    const unreadable = unreadableCell(cell, field);
    if (unreadable) {
      problems.push({ field: name, words: unreadable });
      continue;
    }
    if (isPaperNumber(field)) {
      values[name] = cell;
      continue;
    }
    if (name === TENANT) {
      if (cell !== names.tenantId) problems.push({ field: TENANT, words: ofAnother(cell) });
      continue;
    }
    if (name === 'id') {
      if (isId(cell)) values.id = cell;
      else problems.push(unknownRow('id', cell));
      continue;
    }
    const read = names.read(cell, field, values);
    if ('value' in read) {
      if (!isEmpty(read.value)) values[name] = read.value;
    } else problems.push({ field: name, words: read.problem });
  }
  return { at, cells, values, problems };
}

const masking: Label = [
  '打码的内容不能导入：请填完整，或留空',
  'A masked value cannot be imported: write it out, or leave it empty',
];

/**
 * Return the problem of a cell whose value is not in it: the sheet has lost it, or an export has masked it. A mask of
 * the stored value leaves that value as it is.
 */
const unreadableCell = (cell: string, field: Field): Label | undefined =>
  cellProblem(cell) ?? (hides(field.personal) && cell.includes('****') ? masking : undefined);

const ofAnother = (tenant: string): Label => [
  `这一行属于租户 ${tenant}，只能导入本租户的数据`,
  `This row belongs to tenant ${tenant}; only rows of your own company can be imported`,
];

const same = (a: unknown, b: unknown): boolean =>
  a === b ? true : JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Are two numbers equal, whatever zeros they end with? */
const sameNumber = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a !== '' && b !== '' && Number(a) === Number(b);

/**
 * Does a cell represent the stored value in another form: as its mask, or as a product text in one of its languages?
 */
const standsFor = (cell: string, field: Field, stored: unknown): boolean =>
  (hides(field.personal) && isMaskOf(cell, stored as string | null, field.personal)) ||
  (field.isProductText === true && typeof stored === 'string' && bilingual(stored).includes(cell));

/**
 * Does a cell equal the stored value? Masked numbers and captions count as equal, although several rows may share a
 * caption.
 */
function saysTheSame(
  names: CaptionIndex,
  cell: string,
  name: string,
  field: Field,
  value: unknown,
  present: PresentRows,
): boolean {
  const stored = present.row[name];
  if (standsFor(cell, field, stored)) return true;
  if ((isPointer(field) || field.dictionary) && present.words[name] === cell) return true;
  if (field.dictionary && !field.many && names.isLabel(field, stored, cell)) return true;
  return (
    value !== undefined && (same(value, stored) || (kindOf(field).number === 'decimal' && sameNumber(value, stored)))
  );
}

const locked: Label = ['当前状态不能修改', 'May not be changed in this state'];

/** Check rows against the stored rows. One instance reads the whole sheet, since its rows may contradict each other. */
export class Judge {
  readonly #names: CaptionIndex;
  readonly #paper: AnyPaper;
  readonly #columns: readonly { at: number; name: string; field: Field }[];
  readonly #numbers: ReadonlySet<string>;
  readonly #hasContent: boolean;
  readonly twins = new SheetTwins();
  readonly keys: string[][];

  /** Layout of the sheet, by which rows with too many cells are found. */ readonly layout: ImportBatch['layout'];

  constructor(paper: AnyPaper, { columns, layout }: Pick<ImportBatch, 'columns' | 'layout'>, names: CaptionIndex) {
    this.layout = layout;
    this.#names = names;
    this.#paper = paper;
    this.#columns = columns.flatMap(({ at, field }) =>
      field ? [{ at, name: field, field: exchangeField(paper, field)! }] : [],
    );
    this.#numbers = new Set([
      'id',
      ...fieldsOf(paper)
        .filter(([, field]) => isPaperNumber(field))
        .map(([name]) => name),
    ]);
    this.#hasContent = bringsSomething(columns);
    this.keys = importKeys(paper, columns);
  }

  get columns(): readonly { at: number; name: string; field: Field }[] {
    return this.#columns;
  }

  /**
   * Return the verdict on a row. `present` is the row of its key; `problems` name rows with one of its unique values.
   */
  judge(read: ReadRow, present: PresentRows | undefined, problems: readonly FieldProblem[]): JudgedRow {
    return present ? this.#against(read, present, problems) : this.#asNew(read, problems);
  }

  #asNew(read: ReadRow, more: readonly FieldProblem[]): JudgedRow {
    const values = Object.fromEntries(Object.entries(read.values).filter(([name]) => !this.#numbers.has(name)));
    const problems = [...read.problems, ...more];
    if (!this.#hasContent) problems.push({ field: '', words: refuse.noKnownColumn().words });
    for (const name of this.#numbers)
      if (!isEmpty(read.values[name])) problems.push(unknownRow(name, String(read.values[name])));
    const begun = {
      ...Object.fromEntries(
        fieldsOf(this.#paper)
          .filter(([, field]) => field.initial !== undefined)
          .map(([name, field]) => [name, field.initial]),
      ),
      ...values,
    };
    for (const one of missingFields(this.#paper, begun)) {
      const { copied } = this.#paper.fields[one.field];
      if (!(copied && !isEmpty(begun[copied.from])) && !problems.some((other) => other.field === one.field))
        problems.push(one);
    }
    const marks = this.#uniques(values);
    const whole = { mark: rowMarkOf(read.cells), field: this.#columns[0]?.name ?? '' };
    const twins = this.twins.meet(marks, read.at);
    // A new row with the same cells as an earlier one is a duplicate.
    problems.push(...(twins.length ? twins : this.twins.meet([whole], read.at)));
    return {
      row: read.at,
      verdict: problems.length ? 'refused' : 'new',
      content: values,
      cells: read.cells,
      problems,
      row_id: null,
      version: null,
      old: {},
      marks: [...marks, whole].map((one) => one.mark),
    };
  }

  #against(read: ReadRow, present: PresentRows, more: readonly FieldProblem[]): JudgedRow {
    const { row } = present;
    const base = { row: read.at, cells: read.cells, row_id: String(row.id), version: Number(row.version) };
    const { content, old, problems: wrong } = this.#differences(read, present);
    const changed = Object.keys(content);
    const marks = [
      { mark: rowMarkOf(['id', String(row.id)]), field: this.keys[0]?.[0] ?? '' },
      ...(changed.length ? this.#uniques(content) : []),
    ];
    const problems = [...more, ...wrong];
    for (const name of changed) if (!this.#mayEdit(row, name)) problems.push({ field: name, words: locked });
    problems.push(...this.twins.meet(marks, read.at));
    return {
      ...base,
      verdict: problems.length ? 'refused' : changed.length ? 'update' : 'unchanged',
      content,
      problems,
      old,
      marks: marks.map((one) => one.mark),
    };
  }

  /** Return the differences between the cells and the stored values. */
  #differences(read: ReadRow, present: PresentRows): Pick<JudgedRow, 'content' | 'old' | 'problems'> {
    const out: Pick<JudgedRow, 'content' | 'old' | 'problems'> = { content: {}, old: {}, problems: [] };
    for (const { at, name, field } of this.#columns) {
      const cell = read.cells[at] ?? '';
      if (
        cell === '' ||
        this.#numbers.has(name) ||
        saysTheSame(this.#names, cell, name, field, read.values[name], present)
      )
        continue;
      const wrong = read.problems.find((one) => one.field === name);
      if (wrong) out.problems.push(wrong);
      else if (read.values[name] !== undefined) {
        out.content[name] = read.values[name];
        out.old[name] = [present.row[name] ?? null, present.words[name] ?? ''];
      }
    }
    return out;
  }

  #mayEdit(row: Stored, name: string): boolean {
    const life = this.#paper.lifecycle;
    if (!life) return true;
    const editable = (life.editable as Record<string, 'all' | readonly string[]>)[String(row[life.field])] ?? [];
    return editable === 'all' || editable.includes(name);
  }

  /**
   * Return the fingerprints of unique values. Values that define a probable duplicate count as well, empty ones
   * included.
   */
  #uniques(values: Values): RowMark[] {
    const strict = [
      ...fieldsOf(this.#paper)
        .filter(([, field]) => field.unique)
        .map(([name]) => [name]),
      ...(this.#paper.uniques ?? []).map((names) => names.map(String)),
    ];
    const loose = this.#paper.duplicates ? [this.#paper.duplicates.by.map(String)] : [];
    return [...strict, ...loose].flatMap((names): RowMark[] =>
      isEmpty(values[names[0]]) || (strict.includes(names) && names.some((name) => isEmpty(values[name])))
        ? []
        : [{ mark: rowMarkOf([names, ...names.map((name) => values[name] ?? null)]), field: names[0] }],
    );
  }
}
