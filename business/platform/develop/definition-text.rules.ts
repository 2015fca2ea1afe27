/** A column of a table with the field that is generated for it. `kind` names a kind of field in `kernel/fields`. */
export interface PlannedField {
  readonly name: string;
  readonly kind: string;
  readonly zh: string;
  readonly en: string;
  readonly required: boolean;
  readonly list: boolean;
  readonly query: boolean;
  readonly max: number | null;
  readonly wide: boolean;
  /** Target paper of a reference. */ readonly paper?: string;
}

/** The paper definition to be generated. */
export interface PlannedPaper {
  readonly name: string;
  readonly room: string;
  readonly table: string;
  readonly path: string;
  readonly zh: string;
  readonly en: string;
  readonly fields: readonly PlannedField[];
  /** Author in the head of the files; empty: none. */
  readonly author: string;
  /** The field that captions a row; by default the first text. */
  readonly caption?: string;
  /** The field that refers to the parent row. */
  readonly parent?: string;
  /**
   * The lines of the paper: `key` is the field that holds them, and `parent` the field of a line that refers to the
   * header.
   */
  readonly lines?: { readonly key: string; readonly paper: PlannedPaper; readonly parent: string };
}

/** Reserved words of PostgreSQL. A field with one of these names gets the suffix `Value`. */
const KEPT_COLUMNS = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint create cross current_catalog
  current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike
  in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with`.split(
    /\s+/,
  ),
);

/**
 * Reserved words of TypeScript, and `paper`, which each definition imports. A definition with one of these names gets
 * the suffix `Paper`.
 */
const KEPT_NAMES = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof
  interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield paper`.split(
    /\s+/,
  ),
);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  readonly length: number | null;
  readonly required: boolean;
}

/** Columns that every table of the product has. */
const BASE = new Set([
  'id',
  'tenant_id',
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'status',
  'is_deleted',
  'version',
  'search_text',
]);

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(small)?int(eger|2|4)?$/, 'integer'],
  [/^bigint$/, 'id'],
  [/^numeric|^decimal/, 'quantity'],
  [/^double|^real|^float/, 'quantity'],
  [/^money/, 'money'],
  [/^bool/, 'flag'],
  [/^date$/, 'day'],
  [/^timestamp/, 'moment'],
  [/^text$/, 'longText'],
];

/** `repair_no` → `repairNo`; a name in camel case is unchanged. */
export const camel = (name: string): string =>
  /^[a-z][a-z\d]*[A-Z][A-Za-z\d]*$/.test(name)
    ? name
    : name
        .toLowerCase()
        .replaceAll(/(?<=[^a-z\d])[a-z\d]/g, (letter) => letter.toUpperCase())
        .replaceAll(/[^A-Za-z\d]/g, '')
        .replace(/^\d/, 'f$&') || 'field';

/** `repairNo` → `Repair no`. */
const english = (name: string): string => {
  const words = name
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Return the identifier of a definition in camel case. One that would equal an import or a reserved word gets the
 * suffix `Paper`.
 */
export const identifierOf = (of: string): string => {
  const name = camel(of);
  return KEPT_NAMES.has(name) || KINDS.some(([, kind]) => kind === name) || ['text', 'phone'].includes(name)
    ? `${name}Paper`
    : name;
};

/** `serviceCard` → `service-card`, the style of file names. */
export const kebabNameOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Return the field name of a column in camel case. A reserved word, or a name that every table already has, gets the
 * suffix `Value`.
 */
export const fieldName = (of: string): string => {
  const name = camel(of);
  return KEPT_COLUMNS.has(name.toLowerCase()) || BASE.has(name.replaceAll(/[A-Z]/g, '_$&').toLowerCase())
    ? `${name}Value`
    : name;
};

/** Make names of fields unique: columns with equal names are numbered. */
export function distinct(fields: readonly PlannedField[]): PlannedField[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    let name = field.name;
    for (let at = 2; taken.has(name.toLowerCase()); at++) name = `${field.name}${at}`;
    taken.add(name.toLowerCase());
    return { ...field, name };
  });
}

/** Reduce a text so that it can stand in a string literal: one line without quotes, at most 40 characters. */
const words = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}'"`\\${}\u2028\u2029]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 40);

/** Return the field for a column of another database; null for columns that every table has. */
export function plannedFieldOf(column: Column): PlannedField | null {
  if (BASE.has(column.name)) return null;
  const name = fieldName(column.name);
  const kind = /(^|_)(phone|mobile)$/.test(column.name)
    ? 'phone'
    : (KINDS.find(([type]) => type.test(column.type))?.[1] ?? 'text');
  const isLong = kind === 'longText';
  return {
    name,
    kind,
    zh: words(column.comment) || name,
    en: english(name),
    required: column.required,
    list: !isLong,
    query: kind === 'text' || kind === 'phone',
    max: kind === 'text' ? Math.min(Math.max(column.length ?? 200, 1), 2000) : null,
    wide: isLong,
  };
}

/** Return the kind of field that a model names for a column; if there is no such kind, the one by the column's type. */
export const kindMeant = (named: string | null, otherwise: string): string =>
  named && (named === 'text' || named === 'phone' || KINDS.some(([, kind]) => kind === named)) ? named : otherwise;

/** Return the field as a reference to a paper. */
export const asReference = (field: PlannedField, paper: string, more: Partial<PlannedField> = {}): PlannedField => ({
  ...field,
  kind: 'ref',
  paper,
  required: false,
  list: false,
  query: false,
  max: null,
  wide: false,
  ...more,
});

const files: Readonly<Record<string, string>> = { longText: 'long-text', id: 'ref' };
const fileOf = (kind: string): string => `#kernel/fields/${files[kind] ?? kind}/${files[kind] ?? kind}.ts`;

function optionsOf(field: PlannedField): string {
  const filter = field.query
    ? (({ phone: 'like', text: 'like', ref: 'exact' } as Readonly<Record<string, string>>)[field.kind] ?? null)
    : null;
  const parts = [
    field.required && 'required: true',
    field.list && 'list: true',
    filter && `filter: '${filter}'`,
    field.max && `max: ${field.max}`,
    field.wide && 'wide: true',
  ].filter(Boolean);
  return parts.length ? `, { ${parts.join(', ')} }` : '';
}

/** Return the imports of kinds of fields, each file once. */
function importsOf(fields: readonly PlannedField[]): string[] {
  const files = [...new Set(fields.map((field) => fileOf(field.kind)))].toSorted();
  return files.map(
    (file) =>
      `import { ${[...new Set(fields.map((field) => field.kind))]
        .filter((kind) => fileOf(kind) === file)
        .toSorted()
        .join(', ')} } from '${file}';`,
  );
}

/** Reduce a text so that it can stand in a comment. */
const remark = (text: string): string => words(text.replaceAll('*/', ' '));

/** Return the head of a file: its title and author. */
const headOf = (of: PlannedPaper): string[] =>
  remark(of.author)
    ? ['/**', ` * ${remark(of.zh)}.`, ' *', ` * @author ${remark(of.author)}`, ' */']
    : [`/** ${remark(of.zh)}. */`];

const fieldText = (field: PlannedField): string =>
  `    ${field.name}: ${field.kind}(${field.paper ? `'${field.paper}', ` : ''}['${field.zh}', '${field.en}']${optionsOf(field)}),`;

/**
 * Return the definition as source, from which table, calls, list, form and rights follow. Lines belong to their header
 * and have no page.
 */
export function definitionText(of: PlannedPaper, header?: PlannedPaper): string {
  const caption = of.caption ?? (of.fields.find((field) => field.kind === 'text') ?? of.fields[0]).name;
  const search = of.fields
    .filter((field) => field.kind === 'text' && (field.query || field.name === of.caption))
    .slice(0, 4)
    .map((field) => `'${field.name}'`);
  return [
    ...importsOf(of.fields),
    "import { paper } from '#kernel/language/paper.ts';",
    '',
    ...headOf(of),
    `export const ${of.name} = paper('${of.name}', {`,
    `  title: ['${of.zh}', '${of.en}'], table: '${of.table}', path: '${of.path}', rights: { read: ['admin'], write: ['admin'], remove: ['admin'], export: ['admin'], import: ['admin'] },`,
    `  caption: '${caption}',${search.length ? ` search: [${search.join(', ')}],` : ''}${of.parent ? ` tree: { parent: '${of.parent}' },` : ''}`,
    '  fields: {',
    ...of.fields.map(fieldText),
    '  },',
    ...(of.lines
      ? [`  lines: { ${of.lines.key}: { paper: '${of.lines.paper.name}', parent: '${of.lines.parent}' } },`]
      : []),
    ...(header
      ? []
      : [
          `  menu: { group: '${of.room}', icon: '${of.parent ? 'network' : 'file-text'}', path: '/${of.room}/${of.name}', sort: 10 },`,
        ]),
    '});',
    '',
  ].join('\n');
}

const BUTTONS = [
  ['view', '查看', 'View', 2],
  ['add', '新增', 'Add', 1],
  ['edit', '修改', 'Edit', 2],
  ['delete', '删除', 'Remove', 3],
  ['export', '导出', 'Export', 1],
  ['import', '导入', 'Import', 1],
] as const;

/** Return the menu rows that the definition creates at the next start, for review. */
export function menuText(of: PlannedPaper): string {
  const menu = {
    code: of.table,
    parent: of.room,
    name: of.zh,
    nameEn: of.en,
    category: 1,
    path: `/${of.room}/${of.name}`,
    source: 'file-text',
    sort: 10,
  };
  return `${JSON.stringify([menu, ...BUTTONS.map(([action, zh, en, place], at) => ({ code: `${of.table}_${action}`, parent: of.table, name: zh, nameEn: en, category: 2, action: place, sort: at + 1 }))], null, 2)}\n`;
}

/**
 * Return the test body of a paper: a tree finds a child below its parent, a header saves its lines, any other finds its
 * row.
 */
function testBodyOf(of: PlannedPaper): string[] {
  if (of.parent)
    return [
      `test('${of.zh}:下级排在上级之下 what stands below a row is found under it', async () => {`,
      `  const top = await saved(server, ${of.name});`,
      `  const below = await saved(server, ${of.name}, { ${of.parent}: top.id });`,
      '  const admin = await keeper(server);',
      `  const tree = await admin.get(\`\${${of.name}.path}/list\`);`,
      '  expect(tree.data).toContainEqual(expect.objectContaining({ id: top.id, children: [expect.objectContaining({ id: below.id })] }));',
    ];
  if (of.lines)
    return [
      `test('${of.zh}:明细随主单一起保存 lines are saved with their header', async () => {`,
      `  const header = await saved(server, ${of.name}, { ${of.lines.key}: [await sample(server, ${of.lines.paper.name}, { ${of.lines.parent}: undefined })] });`,
      '  const admin = await keeper(server);',
      `  const detail = await admin.get(\`\${${of.name}.path}/detail\`, { id: header.id });`,
      `  expect(detail.data.${of.lines.key}).toEqual([expect.objectContaining({ ${of.lines.parent}: header.id })]);`,
    ];
  return [
    `test('${of.zh}:保存后能按名称找到 what was saved is found by its name', async () => {`,
    `  const row = await saved(server, ${of.name});`,
    '  const admin = await keeper(server);',
    `  const found = await admin.get(\`\${${of.name}.path}/list\`, { id: row.id });`,
    '  expect(found.data.records).toEqual([expect.objectContaining({ id: row.id })]);',
  ];
}

/** Return a test file that saves a row and reads it back. */
export function testText(of: PlannedPaper): string {
  const imported = (one: PlannedPaper): string => `import { ${one.name} } from './${kebabNameOf(one.name)}.paper.ts';`;
  return [
    "import { expect, test } from 'vitest';",
    `import { keeper, ${of.lines ? 'sample, ' : ''}saved } from '#kernel/testing/sample.ts';`,
    "import { openTestServer } from '#kernel/testing/test-server.ts';",
    imported(of),
    ...(of.lines ? [imported(of.lines.paper)] : []),
    '',
    ...(remark(of.author) ? headOf(of) : []),
    'const server = await openTestServer(import.meta.url);',
    '',
    ...testBodyOf(of),
    '});',
    '',
  ].join('\n');
}

/** Return the files of a plan with their paths: definitions, a test, the menu rows. */
export function generatedFiles(of: PlannedPaper): [place: string, text: string][] {
  const at = (one: PlannedPaper, kind: string): string =>
    `business/${of.room}/${kebabNameOf(of.name)}/${kebabNameOf(one.name)}.${kind}`;
  const lines: [string, string][] = of.lines
    ? [[at(of.lines.paper, 'paper.ts'), definitionText(of.lines.paper, of)]]
    : [];
  return [
    [at(of, 'paper.ts'), definitionText(of)],
    ...lines,
    [at(of, 'test.ts'), testText(of)],
    [at(of, 'menu.json'), menuText(of)],
  ];
}
