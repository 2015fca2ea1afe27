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
import { type FreeJson, freeJson } from '#kernel/language/calls/free-json.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Action } from '#kernel/language/lifecycle.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { emptyOf } from '../../list/shape.ts';
import { filterBounds } from '../paper/filter-inputs.ts';
import { verbChoices } from '../paper/chosen-verb.ts';
import { isProvided } from '../../write/steps/values.ts';

export type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: 'string' };
const EMPTY: Schema = { const: '' };
const ID: Schema = { type: 'string', format: 'int64' };
const WORDS: Schema = { type: 'object', additionalProperties: TEXT };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Name of the schema component of a row that is sent. */
export const sentName = (paper: Pick<AnyPaper, 'name'>): string => `${paper.name}Sent`;
/** Name of the schema component of a line that is sent in the body of its header. */
export const lineName = (paper: string): string => `${paper}AsLine`;
/** Name of the schema component of a change that is sent. */
export const changeName = (paper: Pick<AnyPaper, 'name'>): string => `${paper.name}Change`;

/** Does a schema name one JSON type and no list of values, so that null can join its type? */
const isPlain = ({ type, enum: values, const: one }: Schema): boolean =>
  typeof type === 'string' && values === undefined && one === undefined;

/** Return the schema of a value that may be null, or one of `others`. */
const nothingOr = (schema: Schema, ...others: Schema[]): Schema => {
  if (Object.keys(schema).length === 0) return schema;
  if (others.length === 0 && isPlain(schema)) return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, ...others, { type: 'null' }] };
};

/** Return the schema of a part that may be any JSON, with the reason. */
const freeSchema = (because: FreeJson): Schema => ({ description: freeJson[because][1], 'x-free': because });

/** Return the keywords of an object that may have any keys, with the reason. */
const freeObject = (because: FreeJson): Schema => ({ additionalProperties: true, ...freeSchema(because) });

/** Return the schema of a stored value of a field: that of its kind, or of the shape that the field declares. */
function ownSchema(field: Field): Schema {
  const { shape, free, rows } = field as { shape?: AnswerShape; free?: FreeJson; rows?: boolean };
  if (shape) return shapeSchema(shape);
  if (!free) return kindOf(field).schema(field);
  return rows ? { type: 'array', items: freeSchema(free) } : { type: 'object', ...freeObject(free) };
}

/** Return the schema of a field on the wire, where its form differs from the stored one. */
function wireForm(field: Field): Schema {
  const { asText, csv, wireTime } = field as { asText?: boolean; csv?: boolean; wireTime?: boolean };
  // Bounds apply to input only: a stored value may be older than its bound.
  const { maximum: _, ...schema } = ownSchema(field) as Schema & { maximum?: number };
  if (asText || csv || wireTime) return TEXT;
  if (field.asNumber) return { type: ['string', 'integer'] };
  return hides(field.personal) && schema.type === 'string'
    ? { ...TEXT, description: 'masked unless revealed' }
    : schema;
}

const isLoose = ({ type, pattern, format }: Schema): boolean => type === 'string' && !pattern && !format;

/** Return the schema of an answered value: in its wire form, or empty. */
function answered(field: Field, isRequired = false): Schema {
  const schema = wireForm(field);
  if (isRequired) return schema;
  return orNothing(schema, field);
}

/** Return the schema of a value that may be empty: null, or an empty text where the field reads one. */
const orNothing = (schema: Schema, field: Field): Schema =>
  nothingOr(schema, ...(emptyOf(field) === '' && !isLoose(schema) ? [EMPTY] : []));

const titled = (schema: Schema, field: Field, language: Language): Schema => ({
  ...schema,
  title: labelIn(field.label, language),
});

const baseNames = ['createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'] as const;

/** Return the schemas of the fields that every answered row has. */
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

/** Return the schema of an answered row. Its detail may have further properties. */
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
            ...((field.auto || field.computed || field.sheetOnly) && { readOnly: true }),
          },
        ]),
      ),
      ...Object.fromEntries(Object.keys(paper.wireNames ?? {}).map((name) => [name, TEXT])),
      _names: { ...WORDS, description: 'words of keys and of rows pointed at' },
      _portraits: WORDS,
      ...Object.fromEntries(
        Object.entries((paper.says ?? {}) as Record<string, string>)
          // The stored status of a row has the same name; readers of the product get it.
          .filter(([name]) => name !== 'status')
          .map(([name, meant]) => [name, nothingOr(wireForm(paper.fields[meant]), EMPTY)]),
      ),
      _can: { type: 'array', items: TEXT, description: 'what its reader may do with it' },
      _inStead: {
        type: 'array',
        items: TEXT,
        description: 'what its reader may do on behalf of others, with a reason',
      },
    },
  };
}

/** Return the schema of a field of a sent row. A value that may be empty when it is read may be empty when it is sent. */
const sentField = (field: Field): Schema =>
  isSentAlways(field) ? fieldInputSchema(field) : orNothing(fieldInputSchema(field), field);

/** Must a new row have the field? A copied or initial value takes the place of one that is missing. */
const isSentAlways = ({ required, copied, initial }: Field): boolean =>
  Boolean(required) && !copied && initial === undefined;

/** Return the schema of a line as it is sent in the body of its header: `parent`, the header's id, may be missing. */
export function lineSchema(paper: AnyPaper, parents: readonly string[], language: Language): Schema {
  const schema = sentSchema(paper, language) as Schema & { required: readonly string[] };
  return { ...schema, required: schema.required.filter((name) => !parents.includes(name)) };
}

/** Return the schema of a new row as it is sent: writable fields and lines. */
export function sentSchema(paper: AnyPaper, language: Language): Schema {
  const fields = fieldsOf(paper).filter(([, field]) => isProvided(field) && !field.sheetOnly);
  const lines = Object.entries((paper.lines ?? {}) as Record<string, { paper: string }>);
  return {
    type: 'object',
    title: labelIn(paper.title, language),
    required: fields.filter(([, field]) => isSentAlways(field)).map(([name]) => name),
    properties: {
      id: { ...TEXT, description: 'of a row that is there already' },
      version: { type: 'integer', description: 'the version that was read' },
      ...(Object.hasOwn(paper.fields, 'status')
        ? {}
        : { status: { type: ['integer', 'string', 'null'], description: '0 disables the row' } }),
      ...Object.fromEntries(fields.map(([name, field]) => [name, titled(sentField(field), field, language)])),
      ...Object.fromEntries(
        Object.entries((paper.extras ?? {}) as Inputs).map(([name, field]) => [name, inputSchema(field, language)]),
      ),
      ...Object.fromEntries(lines.map(([name, line]) => [name, { type: 'array', items: ref(lineName(line.paper)) }])),
      reason: { ...TEXT, description: 'why, where somebody acts for others' },
      ...(paper.duplicates?.force && {
        force: { type: 'boolean', description: 'save although there is one like it; needs a button of its own' },
      }),
    },
  };
}

/** Return the names of actions that a change may carry: those of its own address, and of all others by their names. */
const actionNames = (
  all: Readonly<Record<string, Action>>,
  here: readonly (readonly [name: string, action: Action])[],
): readonly string[] => [...new Set([...here.map(([name, { call }]) => call?.action ?? name), ...Object.keys(all)])];

/** Return the schema of a change of a row: its id, and only the changed fields; or an action with its inputs. */
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
      ...(paper.lifecycle && {
        action: { type: 'string', enum: actionNames(paper.lifecycle.actions, actions) },
        ...Object.fromEntries(
          [...verbChoices(actions.map(([, action]) => action))].map(([key, values]) => [
            key,
            { type: 'string', enum: values },
          ]),
        ),
      }),
    },
  };
}

/**
 * Return the filters of a list by the names on the wire. The value may differ from the field's: a bound of a range, or
 * several keys.
 */
function filtersSaid(paper: AnyPaper | undefined, besides: Inputs): [string, Field][] {
  const fields = (paper ? fieldsOf(paper) : []).filter(
    ([, { filter, secret, sealed }]) => filter && !secret && !sealed,
  );
  return [...fields, ...Object.entries(besides)].flatMap(([name, field]) =>
    (field.filter === 'range' ? filterBounds(field) : ['']).map((end): [string, Field] => [
      `${name}${end}`,
      { ...field, initial: undefined, required: false },
    ]),
  );
}

/**
 * Return the inputs of a call by name. Replace an input that means the filters of a list by one entry for each filter.
 */
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

/** Return the schema of an input. A kind accepts more notations of a value than it returns. */
function fieldInputSchema(field: Field): Schema {
  if (isLinesField(field))
    return {
      type: 'array',
      maxItems: field.most,
      // The call sets what a line of its body lacks, such as the id of its header, so nothing is required of it.
      items: field.rowsOf ? ref(changeName(field.rowsOf)) : inputsSchema(field.each),
    };
  if (isSeveralField(field)) return { type: 'array', maxItems: field.most, items: fieldInputSchema(field.item) };
  if (isDraftField(field) && !field.isWhole) return { anyOf: [ref(changeName(field.draftOf)), { const: true }] };
  if (isDraftField(field)) return field.only ? someOf(field.draftOf, field.only) : ref(sentName(field.draftOf));
  if (isOneOfField(field)) return { ...TEXT, enum: [...field.among] };
  if (isCalendarField(field)) return { ...TEXT, pattern: patternOf(field) };
  if (isExactField(field)) return { ...TEXT, maxLength: field.most };
  if (isUnreadField(field)) return freeSchema(field.because);
  return ownSchema(field);
}

/** Return the schema of some fields of a row, each optional. */
const someOf = (paper: AnyPaper, only: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(only.map((name) => [name, fieldInputSchema(paper.fields[name])])),
});

export function inputsSchema(inputs: Inputs, language: Language = 'en'): Schema {
  const wholes = Object.values(inputs).filter((field) => isDraftField(field) && field.isWhole);
  const fields = saidInputs(inputs).filter(([, field]) => !wholes.includes(field));
  const own = partsSchema(fields, language);
  // The same row may come as an object of its own, and then the body lacks its fields.
  const isApart = (whole: Field): boolean =>
    isDraftField(whole) &&
    fields.some(([, field]) => isDraftField(field) && field.draftOf === whole.draftOf && !field.only);
  const wholeSchema = (whole: Field): Schema =>
    isDraftField(whole) && isApart(whole) ? ref(changeName(whole.draftOf)) : fieldInputSchema(whole);
  const all = [...wholes.map(wholeSchema), ...(fields.length > 0 || wholes.length === 0 ? [own] : [])];
  return all.length === 1 ? all[0] : { allOf: all };
}

function partsSchema(fields: readonly [string, Field][], language: Language): Schema {
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, bodyInput(field, language)])),
  };
}

/** Return the schema of an input in a body. One that is not required may be null. */
const bodyInput = (field: Field, language: Language): Schema =>
  field.required ? inputSchema(field, language) : nothingOr(inputSchema(field, language));

export const inputSchema = (field: Field, language: Language): Schema =>
  isDraftField(field)
    ? fieldInputSchema(field)
    : {
        ...titled(fieldInputSchema(field), field, language),
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

/** Return the schema of a row that is not stored yet, such as a copy: required values may be missing. */
const copySchema = (paper: AnyPaper): Schema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      fieldsOf(paper)
        .filter(([, field]) => isProvided(field))
        .map(([name, field]) => [name, answered(field)]),
    ),
    ...Object.fromEntries(
      Object.entries((paper.lines ?? {}) as Record<string, { paper: string }>).map(([name, line]) => [
        name,
        {
          type: 'array',
          items: { allOf: [ref(changeName({ name: line.paper })), { type: 'object', properties: { _names: WORDS } }] },
        },
      ]),
    ),
    _copyOf: { ...TEXT, description: 'the row that was copied' },
  },
});

type Of<K extends AnswerShape['is']> = Extract<AnswerShape, { is: K }>;

/** Schema of each shape of an answer. */
const SCHEMAS: { readonly [K in AnswerShape['is']]: (shape: Of<K>) => Schema } = {
  text: () => TEXT,
  number: () => ({ type: 'number' }),
  flag: () => ({ type: 'boolean' }),
  label: () => ({ type: 'array', items: TEXT, minItems: 2, maxItems: 2 }),
  anything: ({ because }) => freeSchema(because),
  named: ({ name }) => ref(name),
  nothing: () => ({ type: 'object', additionalProperties: false }),
  choice: ({ among }) => ({ type: 'string', enum: among }),
  row: rowOf,
  sent: ({ paper }) => copySchema(paper),
  change: ({ paper }) => ref(changeName(paper)),
  someRow: ({ name }) =>
    name ? ref(name) : { type: 'object', required: ['id'], properties: { id: ID }, ...freeObject('knownRow') },
  list: ({ of }) => ({ type: 'array', items: partSchema(of) }),
  map: ({ of }) => ({ type: 'object', additionalProperties: partSchema(of) }),
  page: ({ of, beside }) => pageSchema(of, beside ?? {}),
  optional: ({ of }) => partSchema(of),
  nullable: ({ of }) => {
    return nothingOr(partSchema(of));
  },
  record: ({ parts }) => ({ type: 'object', ...recordSchema(parts), additionalProperties: false }),
  either: ({ of }) => ({ anyOf: of.map(shapeSchema) }),
  tree: ({ name }) => ({ type: 'array', items: ref(name) }),
  file: () => ({}),
  stream: () => ({}),
};

/** The schema of an answer, without the envelope around it. */
export function shapeSchema(shape: AnswerShape): Schema {
  return (SCHEMAS[shape.is] as (of: AnswerShape) => Schema)(shape);
}

/** Return the schema of a node of a tree: that of its shape, with the nodes below it. */
function nodeSchema(name: string, each: AnswerShape): Schema {
  const children: Schema = { type: 'array', items: ref(name), description: 'nodes below this one' };
  const { properties, allOf, ...schema } = shapeSchema(each) as Schema & { properties?: Schema; allOf?: Schema[] };
  return properties
    ? { ...schema, properties: { ...properties, children } }
    : { allOf: [...(allOf ?? [schema]), { type: 'object', properties: { children } }] };
}

/** The shapes directly inside a shape. */
const partsOf = (shape: AnswerShape): readonly Part[] => {
  if (shape.is === 'record') return Object.values(shape.parts);
  if (shape.is === 'either') return shape.of;
  if (shape.is === 'row') return Object.values(shape.more ?? {});
  if (shape.is === 'named') return [shape.make()];
  return 'of' in shape ? [shape.of, ...Object.values(('beside' in shape && shape.beside) || {})] : [];
};

/**
 * Return the schemas that have names of their own in some shapes and fields: nodes of trees, and shapes that may
 * contain themselves.
 */
export function namedSchemas(parts: Iterable<Part>): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  /** Add the schema of a name. Return whether the name is new. */
  const add = (name: string, schema: Schema): boolean => {
    const known = found[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different shapes are named ${name}`);
    found[name] = schema;
    return !known;
  };
  const look = (part: Part): void => {
    if (!isShape(part)) {
      lookInField(part);
      return;
    }
    if (part.is === 'tree' && !add(part.name, nodeSchema(part.name, part.of))) return;
    if (part.is === 'named' && !add(part.name, shapeSchema(part.make()))) return;
    for (const one of partsOf(part)) look(one);
  };
  const lookInField = (field: Field): void => {
    if (isLinesField(field)) for (const one of Object.values(field.each)) look(one);
    const { shape } = field as { shape?: AnswerShape };
    if (shape) look(shape);
  };
  for (const part of parts) look(part);
  return found;
}
