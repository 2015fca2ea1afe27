import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import {
  type CalendarField,
  type CalendarForm,
  isDraftField,
  isCalendarField,
  isExactField,
  isOneOfField,
  isFiltersField,
  isLinesField,
  isSeveralField,
  isUnreadField,
  type Inputs,
} from '#kernel/language/calls/call.ts';
import type { Part, Parts, AnswerShape } from '#kernel/language/calls/shape.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { emptyOf } from '../../list/shape.ts';
import { isProvided } from '../../write/checks/read-body.ts';

export type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: 'string' };
const EMPTY: Schema = { const: '' };
const ID: Schema = { type: 'string', format: 'int64' };
const WORDS: Schema = { type: 'object', additionalProperties: TEXT };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The component that a writer of the paper sends. */
export const sentName = (paper: Pick<AnyPaper, 'name'>): string => `${paper.name}Sent`;
/** The component of a change of one of its rows. */
export const changeName = (paper: AnyPaper): string => `${paper.name}Change`;

const nothingOr = (schema: Schema, ...others: Schema[]): Schema => ({ anyOf: [schema, ...others] });

/** Where the wire says it in another form than the kind keeps it, that form. */
function wireForm(field: Field): Schema {
  const { asText, csv, wireTime } = field as { asText?: boolean; csv?: boolean; wireTime?: boolean };
  // Bounds are of what is asked: a stored value may be from before its bound.
  const { maximum: _, ...schema } = kindOf(field).schema(field);
  if (asText || csv || wireTime) return TEXT;
  if (field.asNumber) return { type: ['string', 'integer'] };
  return hides(field.personal) && schema.type === 'string'
    ? { ...TEXT, description: 'masked unless revealed' }
    : schema;
}

const isLoose = ({ type, pattern, format }: Schema): boolean => type === 'string' && !pattern && !format;

/** The value of a field as it is answered: in the habit of the wire, and whatever stands for nothing. */
function answered(field: Field, isRequired = false): Schema {
  const schema = wireForm(field);
  if (isRequired) return schema;
  return nothingOr(schema, ...(emptyOf(field) === '' && !isLoose(schema) ? [EMPTY] : []), { type: 'null' });
}

const titled = (schema: Schema, field: Field, language: Language): Schema => ({
  ...schema,
  title: labelIn(field.label, language),
});

const baseNames = ['createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'] as const;

/** What every row is answered with, whatever its paper. */
const baseSchemas = (paper: AnyPaper, language: Language): Readonly<Record<string, Schema>> => ({
  id: ID,
  ...Object.fromEntries(
    baseNames.map((name) => [name, titled(answered(baseFields[name]), baseFields[name], language)]),
  ),
  ...(paper.owner !== 'platform' && { tenantId: TEXT }),
  status: { type: ['integer', 'string'] },
  version: { type: 'integer' },
  isDeleted: { type: 'integer' },
});

/** A row as it is answered; what the paper adds in its detail stands beside. */
export function rowSchema(paper: AnyPaper, language: Language): Schema {
  const fields = fieldsOf(paper).filter(([, field]) => !field.secret && !field.sealed);
  return {
    type: 'object',
    title: labelIn(paper.title, language),
    required: ['id'],
    properties: {
      ...baseSchemas(paper, language),
      ...Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          {
            ...titled(answered(field), field, language),
            ...((field.auto || field.computed) && { readOnly: true }),
          },
        ]),
      ),
      ...Object.fromEntries(Object.keys(paper.wireNames ?? {}).map((name) => [name, TEXT])),
      _names: { ...WORDS, description: 'words of keys and of rows pointed at' },
      _portraits: WORDS,
      _can: { type: 'array', items: TEXT, description: 'what its reader may do with it' },
    },
  };
}

/** A row as its writer sends it. */
export function sentSchema(paper: AnyPaper, language: Language): Schema {
  const fields = fieldsOf(paper).filter(([, field]) => isProvided(field));
  const lines = Object.entries((paper.lines ?? {}) as Record<string, { paper: string }>);
  return {
    type: 'object',
    title: labelIn(paper.title, language),
    required: fields
      .filter(([, field]) => field.required && !field.copied && field.initial === undefined)
      .map(([name]) => name),
    properties: {
      id: { ...TEXT, description: 'of a row that is there already' },
      version: { type: 'integer', description: 'the version that was read' },
      ...Object.fromEntries(fields.map(([name, field]) => [name, titled(asked(field), field, language)])),
      ...Object.fromEntries(
        Object.entries((paper.extras ?? {}) as Inputs).map(([name, field]) => [name, inputSchema(field, language)]),
      ),
      ...Object.fromEntries(lines.map(([name, line]) => [name, { type: 'array', items: ref(`${line.paper}Sent`) }])),
      reason: { ...TEXT, description: 'why, where somebody acts for others' },
      ...(paper.duplicates?.force && {
        force: { type: 'boolean', description: 'save although there is one like it; needs a button of its own' },
      }),
    },
  };
}

/** A change of a row: by its id, only what changes; or a business action, with what it asks for. */
export function changeSchema(paper: AnyPaper, language: Language): Schema {
  const {
    required: _,
    properties,
    ...sent
  } = sentSchema(paper, language) as { required?: unknown; properties: Schema };
  const actions = Object.entries(paper.lifecycle?.actions ?? {}).filter(([, { call }]) =>
    ['submit', 'update'].includes(call?.path ?? ''),
  );
  const asks = actions.flatMap(([, action]) => Object.entries(action.asks ?? {}));
  return {
    ...sent,
    properties: {
      ...properties,
      ...Object.fromEntries(asks.map(([name, field]) => [name, inputSchema(field, language)])),
      ...(actions.length > 0 && {
        action: { type: 'string', enum: actions.map(([name, { call }]) => call?.action ?? name) },
      }),
    },
  };
}

/** The ends of the names by which a filter is sent: one, or two of a range. */
const endsOf = (field: Field): readonly string[] =>
  field.filter !== 'range' ? [''] : kindOf(field).time ? ['_dategt', '_datelt'] : ['_ge', '_le'];

/** The filters of a list under the names by which they are sent; a value is not always one, as a range or several keys. */
function filtersSaid(paper: AnyPaper | undefined, besides: Inputs): [string, Field][] {
  const fields = (paper ? fieldsOf(paper) : []).filter(
    ([, { filter, secret, sealed }]) => filter && !secret && !sealed,
  );
  return [...fields, ...Object.entries(besides)].flatMap(([name, field]) =>
    endsOf(field).map((end): [string, Field] => [`${name}${end}`, { ...field, initial: undefined, required: false }]),
  );
}

/** Inputs by their names, the filters of a list each by its own. */
export const saidInputs = (inputs: Inputs): [string, Field][] =>
  Object.entries(inputs).flatMap(([name, field]) =>
    isFiltersField(field)
      ? filtersSaid(field.filtersOf, field.besides).filter(([one]) => !Object.hasOwn(inputs, one))
      : [[name, field]],
  );

const FORMS: Readonly<Record<CalendarForm, string>> = {
  day: String.raw`\d{4}-\d\d-\d\d`,
  month: String.raw`\d{4}-\d\d`,
  year: String.raw`\d{4}`,
};
const patternOf = ({ forms }: CalendarField): string => `^(?:${forms.map((form) => FORMS[form]).join('|')})$`;

/** A value that is asked for. Kinds are generous: what they read is more than what they write. */
function asked(field: Field): Schema {
  if (isLinesField(field))
    return {
      type: 'array',
      maxItems: field.most,
      items: field.rowsOf ? ref(sentName(field.rowsOf)) : inputsSchema(field.each),
    };
  if (isSeveralField(field)) return { type: 'array', maxItems: field.most, items: asked(field.item) };
  if (isDraftField(field) && !field.isWhole) return { anyOf: [ref(sentName(field.draftOf)), { const: true }] };
  if (isDraftField(field)) return field.only ? someOf(field.draftOf, field.only) : ref(sentName(field.draftOf));
  if (isOneOfField(field)) return { ...TEXT, enum: [...field.among] };
  if (isCalendarField(field)) return { ...TEXT, pattern: patternOf(field) };
  if (isExactField(field)) return { ...TEXT, maxLength: field.most };
  if (isUnreadField(field)) return {};
  return kindOf(field).schema(field);
}

/** Some fields of a row, each of which may be left out. */
const someOf = (paper: AnyPaper, only: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(only.map((name) => [name, asked(paper.fields[name])])),
});

export function inputsSchema(inputs: Inputs, language: Language = 'en'): Schema {
  const wholes = Object.values(inputs).filter((field) => isDraftField(field) && field.isWhole);
  const fields = saidInputs(inputs).filter(([, field]) => !wholes.includes(field));
  const own = partsSchema(fields, language);
  const all = [...wholes.map(asked), ...(fields.length > 0 || wholes.length === 0 ? [own] : [])];
  return all.length === 1 ? all[0] : { allOf: all };
}

function partsSchema(fields: readonly [string, Field][], language: Language): Schema {
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, inputSchema(field, language)])),
  };
}

export const inputSchema = (field: Field, language: Language): Schema =>
  isDraftField(field)
    ? asked(field)
    : {
        ...titled(asked(field), field, language),
        ...(field.initial !== undefined && { default: field.initial }),
      };

const isShape = (part: Part): part is AnswerShape => 'is' in part;

const partSchema = (part: Part): Schema => (isShape(part) ? shapeSchema(part) : answered(part, part.required === true));

function recordSchema(parts: Parts): { properties: Schema; required?: string[] } {
  const entries = Object.entries(parts);
  const required = entries.filter(([, part]) => !(isShape(part) && part.is === 'optional')).map(([name]) => name);
  return {
    properties: Object.fromEntries(entries.map(([name, part]) => [name, partSchema(part)])),
    ...(required.length > 0 && { required }),
  };
}

const number = { type: 'integer' } as const;

const pageSchema = (each: Part, beside: Parts): Schema => {
  const more = recordSchema(beside);
  return {
    type: 'object',
    required: ['records', 'total', 'size', 'current', 'pages', ...(more.required ?? [])],
    properties: {
      records: { type: 'array', items: partSchema(each) },
      total: number,
      size: number,
      current: number,
      pages: number,
      totalApprox: { type: 'boolean' },
      sums: { type: 'object', additionalProperties: TEXT },
      averages: { type: 'object', additionalProperties: TEXT },
      ...more.properties,
    },
  };
};

function rowOf({ paper, only, more }: Extract<AnswerShape, { is: 'row' }>): Schema {
  const whole = ref(paper.name);
  if (!only && !more) return whole;
  const base = baseSchemas(paper, 'en');
  const part = only && {
    type: 'object',
    properties: Object.fromEntries(only.map((name) => [name, base[name] ?? answered(paper.fields[name])])),
  };
  if (!more) return part!;
  return { allOf: [part ?? whole, { type: 'object', ...recordSchema(more) }] };
}

/** A row that is not kept yet: what it must have may be missing. */
const copySchema = (paper: AnyPaper): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    fieldsOf(paper)
      .filter(([, field]) => isProvided(field))
      .map(([name, field]) => [name, answered(field)]),
  ),
});

type Of<K extends AnswerShape['is']> = Extract<AnswerShape, { is: K }>;

/** How each form of an answer is described. */
const SCHEMAS: { readonly [K in AnswerShape['is']]: (shape: Of<K>) => Schema } = {
  text: () => TEXT,
  number: () => ({ type: 'number' }),
  flag: () => ({ type: 'boolean' }),
  label: () => ({ type: 'array', items: TEXT, minItems: 2, maxItems: 2 }),
  anything: () => ({}),
  nothing: () => ({ type: 'object' }),
  choice: ({ among }) => ({ type: 'string', enum: among }),
  row: rowOf,
  sent: ({ paper }) => copySchema(paper),
  someRow: ({ name }) => (name ? ref(name) : { type: 'object', required: ['id'], properties: { id: ID } }),
  list: ({ of }) => ({ type: 'array', items: partSchema(of) }),
  map: ({ of }) => ({ type: 'object', additionalProperties: partSchema(of) }),
  page: ({ of, beside }) => pageSchema(of, beside ?? {}),
  optional: ({ of }) => partSchema(of),
  nullable: ({ of }) => {
    const schema = partSchema(of);
    // Anything may be null already.
    return Object.keys(schema).length ? nothingOr(schema, { type: 'null' }) : schema;
  },
  record: ({ parts }) => ({ type: 'object', ...recordSchema(parts), additionalProperties: false }),
  either: ({ of }) => ({ anyOf: of.map(shapeSchema) }),
  tree: ({ of }) => ({ type: 'array', items: branchSchema(of) }),
  file: () => ({}),
  stream: () => ({}),
};

/** The schema of an answer, without the envelope around it. */
export function shapeSchema(shape: AnswerShape): Schema {
  return (SCHEMAS[shape.is] as (of: AnswerShape) => Schema)(shape);
}

/** Those below a branch are again such branches: said by its words, since a schema inside an answer cannot name itself. */
const branchSchema = (each: AnswerShape): Schema => ({
  allOf: [
    open(shapeSchema(each)),
    {
      type: 'object',
      properties: {
        children: { type: 'array', items: { type: 'object' }, description: 'those below it, each as this one' },
      },
    },
  ],
});

/** A record that may stand inside another one. */
const open = (schema: Schema): Schema => ({ ...schema, additionalProperties: undefined });
