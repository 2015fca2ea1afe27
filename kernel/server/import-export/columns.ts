import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type Language, textIn, labelIn } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import type { App } from '../app.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { pointedIn } from '../list/pointed.ts';
import type { CellType } from './sheet/workbook.ts';

/** Column of a sheet: the SQL that reads it, and its text. */
export interface ExportColumn {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly type: CellType;
  readonly width: number;
  /** SQL expression over the row `t` that reads the value. */
  readonly select: string;
  /** Return the text of a value that the driver read; '' when empty. */
  readonly text: (raw: unknown) => string;
}

const baseNames = ['id', 'createTime', 'createUser', 'createDept', 'updateTime', 'updateUser', 'status'];

function cellType(field: Field, clear: boolean): CellType {
  if (hides(field.personal) && !clear) return 'text';
  const { number, time } = kindOf(field);
  return number ? 'number' : (time ?? 'text');
}

/** Key column of rows without a number or a unique field. */
const idField: Field = { ...baseFields.id, label: ['数据ID', 'Data id'] };

/** Column with the id of the company. It is exported where published clients expect it, and compared on import. */
export const TENANT = 'tenantId';
const tenantField: Field = { kind: 'text', label: ['租户编号', 'Tenant id'] };

export const exchangeField = (paper: AnyPaper, name: string): Field | undefined =>
  Object.hasOwn(paper.fields, name)
    ? paper.fields[name]
    : name === 'id'
      ? idField
      : name === TENANT && paper.owner !== 'platform'
        ? tenantField
        : baseNames.includes(name)
          ? baseFields[name]
          : undefined;

/** Return the exportable columns of a paper, in order. */
export const exportable = (paper: AnyPaper): string[] => [
  ...fieldsOf(paper)
    .filter(([, field]) => !field.secret && !field.wire)
    .map(([name]) => name),
  ...baseNames,
];

/** Return the default columns: those of the list, the number first. */
export const standardColumns = (paper: AnyPaper): string[] => [
  ...fieldsOf(paper)
    .filter(([name, field]) => !field.secret && (field.list || isPaperNumber(field) || name === paper.caption))
    .map(([name]) => name),
  'createTime',
  ...(hasKey(paper) ? [] : ['id']),
];

/** Can people recognise a row by its values? */
export const hasKey = (paper: AnyPaper): boolean =>
  Boolean(paper.uniques?.length) || fieldsOf(paper).some(([, field]) => isPaperNumber(field) || field.unique);

/**
 * Return the SQL of the text of a reference: the caption of the row, or its key where it is missing. Several references
 * become an array of captions. Undefined for fields that refer to no rows.
 */
function captionSql(app: App, paper: AnyPaper, name: string, field: Field): string | undefined {
  const to = kindOf(field).pointsTo ? pointedIn(app)(field.paper ?? '') : undefined;
  if (!to) return undefined;
  const own = field.computed ? computedSql(app, paper, name) : `t.${columnOf(name)}`;
  const tenant = to.tenants && paper.owner !== 'platform' ? ' and r.tenant_id = t.tenant_id' : '';
  return field.many
    ? `(select array_agg(r.${to.caption} order by array_position(${own}, r.${to.key})) from ${to.table} r where r.${to.key} = any(${own})${tenant})`
    : `coalesce((select r.${to.caption}::text from ${to.table} r where r.${to.key} = ${own}${tenant}), ${own}::text)`;
}

const computedSql = (app: App, paper: AnyPaper, name: string): string =>
  `(${(app.behaviours.get(paper.name)?.computed as Record<string, string> | undefined)?.[name]?.replaceAll('$today', '$day') ?? 'null'})`;

type Text = ExportColumn['text'];

const joined = (language: Language): string => (language === 'en' ? ', ' : '、');

async function textOf(app: App, tenantId: string, field: Field, language: Language, clear: boolean): Promise<Text> {
  if (hides(field.personal) && !clear) return (raw) => masked(String(raw), must(field.personal, 'personal'));
  if (field.dictionary) return labelsOf(app, tenantId, field, language);
  if (kindOf(field).pointsTo)
    return (raw) => (Array.isArray(raw) ? (raw as string[]).join(joined(language)) : String(raw));
  if (field.isProductText) return (raw) => textIn(String(raw), language);
  const kind = kindOf(field);
  const column = columnFor(field);
  const wording = { language, name: () => undefined };
  return (raw) => kind.text(column.read ? column.read(raw, field) : raw, field, wording);
}

async function labelsOf(app: App, tenantId: string, field: Field, language: Language): Promise<Text> {
  const at = language === 'en' ? 1 : 0;
  const labels = new Map(
    (await app.ports.choices(tenantId, must(field.dictionary, 'dictionary').code)).map((choice) => [
      choice.key,
      choice.label[at],
    ]),
  );
  if (field.many) return (raw) => (raw as string[]).map((key) => labels.get(key) ?? key).join(joined(language));
  return (raw) => labels.get(String(raw)) ?? String(raw);
}

/** Return how columns are read and written for one reader. Unknown names are left out. */
export async function columnsFor(
  app: App,
  tenantId: string,
  paper: AnyPaper,
  names: readonly string[],
  {
    language,
    clear,
  }: { language: Language; /** Which masked fields go out in clear. */ clear: (field: Field) => boolean },
): Promise<ExportColumn[]> {
  const known = new Set([...exportable(paper), ...(paper.owner === 'platform' ? [] : [TENANT])]);
  const made = names
    .filter((name, at) => known.has(name) && names.indexOf(name) === at)
    .map(async (name): Promise<ExportColumn> => {
      const field = exchangeField(paper, name)!;
      const type = cellType(field, clear(field));
      const plain = await textOf(app, tenantId, field, language, clear(field));
      return {
        name,
        field,
        label: labelIn(field.label, language),
        type,
        width: Math.min(60, Math.max(10, Math.round((field.width ?? kindOf(field).width) / 7))),
        select:
          captionSql(app, paper, name, field) ??
          (field.computed ? computedSql(app, paper, name) : `t.${columnOf(name)}`),
        text: (raw) => (raw === null || raw === undefined ? '' : plain(raw)),
      };
    });
  return Promise.all(made);
}

/** Read rows by their ids, in the order of the ids: one array a row, the id first. */
export async function readByIds(
  app: App,
  tenancy: { tenantId: string; zone: string },
  paper: AnyPaper,
  columns: readonly ExportColumn[],
  ids: readonly string[],
  today: string,
): Promise<unknown[][]> {
  const tenant = paper.owner === 'platform' ? '' : ' and t.tenant_id = $2';
  const select = columns.map((column) => column.select.replaceAll('$day', `date '${today}'`));
  const text = `select ${['t.id', ...select].join(', ')} from unnest($1::bigint[]) with ordinality as w(id, n) join ${paper.table} t on t.id = w.id${tenant} and t.is_deleted = 0 order by w.n`;
  return app.db.arrays(tenancy, text, tenant ? [ids, tenancy.tenantId] : [ids]);
}
