import { kindOf } from '#kernel/fields/kinds.ts';
import type { StructuredPart } from '#kernel/fields/structured/structured.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { fileKey, thumbnailKey } from '#kernel/server/files/storage.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { isProvided } from '#kernel/server/write/steps/values.ts';
import { partsOfRooms, productTree } from '../../server/rooms.ts';
import type { Fixtures, World } from './fixtures.ts';
import { nextSampleNumber } from './sample-numbers.ts';
import type { Answer, TestCaller, TestServer } from './test-server.ts';

export type Body = Record<string, unknown>;

const found = await partsOfRooms<Readonly<Record<string, Fixtures>>>(productTree, 'testing/fixtures.ts');
/** The fixture functions of all rooms, by the name of the paper. */
const fixtures: Readonly<Record<string, Fixtures>> = Object.assign({}, ...found.values());

/**
 * Return whether a field needs a row or a file that the sample must create. Coded rows, such as regions, exist already.
 */
const refers = (field: Field): boolean => kindOf(field).pointsTo !== undefined && !kindOf(field).code;

/** For each server: the rows that samples share, by company, paper and values. */
const made = new WeakMap<TestServer, Map<string, Promise<string>>>();

interface Making {
  readonly server: TestServer;
  readonly tenantId: string;
  /** Names of the papers for which the present row is created, so that circular references end. */
  readonly above: readonly string[];
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Return the keeper of a company: a caller with all rights, who creates the rows that others need. */
export const keeper = (server: TestServer, tenantId = '000000'): Promise<TestCaller> =>
  server.as(tenantId === '000000' ? 'administrator' : 'admin', { tenantId, who: 'keeper' });

/**
 * Return a valid body of a new row, different from all others. It creates referenced rows as needed and leaves out
 * fields with initial values. `over` sets values.
 */
export async function sample(server: TestServer, paper: AnyPaper, over: Body = {}, tenantId = '000000'): Promise<Body> {
  return bodyOf({ server, tenantId, above: [] }, paper, over);
}

/** Save a sample as the keeper of the company, and return the answer. */
export async function saved(
  server: TestServer,
  paper: AnyPaper,
  over: Body = {},
  tenantId = '000000',
): Promise<Body & { id: string }> {
  return save({ server, tenantId, above: [] }, paper, over);
}

/** Return inputs for a dialog: all required ones, and all texts. */
export async function sampleQuery(server: TestServer, asks: Fields | undefined, about: AnyPaper): Promise<Body> {
  const n = nextSampleNumber();
  const body: Body = {};
  for (const [name, field] of Object.entries(asks ?? {})) {
    if (!field.required && !kindOf(field).freeText) continue;
    body[name] = refers(field)
      ? await pointed({ server, tenantId: '000000', above: [] }, field, {}, field.paper === about.name)
      : sampleValue(field, n);
  }
  return body;
}

/** Return whether a kind accepts any text. */
export const takesAnyText = (field: Field): boolean => 'value' in kindOf(field).accept('不', field);

/** Return a valid value of a field that refers to nothing. */
export function sampleValue(field: Field, n: number): unknown {
  if (field.example !== undefined) return field.example.replaceAll('#', String(n));
  return kindOf(field).sample(field, n);
}

/** Return the functions by which the fixtures of a paper create rows and make calls. */
function worldOf(making: Making, paper: AnyPaper): World {
  const { server, tenantId } = making;
  return {
    async fresh(name, over = {}) {
      return (await save({ ...making, above: [...making.above, paper.name] }, paperNamed(server.app, name), over)).id;
    },
    async some(name) {
      return pointed(
        { ...making, above: [...making.above, paper.name] },
        { kind: 'ref', label: paper.title, paper: name },
        {},
        false,
        'some',
      );
    },
    async post(path, body) {
      const answer = await (await keeper(server, tenantId)).post(path, body);
      if (answer.status !== 200) throw new Error(`the world of ${paper.name}: ${describeAnswer(answer)}`);
      return answer.data;
    },
    async upload(path, name, content) {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const answer = await (await keeper(server, tenantId)).send('POST', path, { body: form });
      if (answer.status !== 200) throw new Error(`the world of ${paper.name}: ${describeAnswer(answer)}`);
      return answer.data;
    },
    async row(name, id) {
      return (await (await keeper(server, tenantId)).get(`${paperNamed(server.app, name).path}/detail`, { id })).data;
    },
  };
}

async function bodyOf(making: Making, paper: AnyPaper, wanted: Body): Promise<Body> {
  const n = nextSampleNumber();
  const over: Body = { ...(await fixtures[paper.name]?.(worldOf(making, paper), wanted)), ...wanted };
  const body: Body = { ...over };
  for (const [name, field] of storedFields(paper)) {
    if (
      name in over ||
      field.initial !== undefined ||
      field.example === '' ||
      !(isProvided(field) || (field.secret && field.example))
    )
      continue;
    const value = refers(field) ? await reference(making, paper, name, body) : sampleValue(field, n);
    if (value !== undefined) body[name] = await withRows(making, paper, field, value);
  }
  // Fixtures may return undefined for a field, which is then left out of the body.
  return Object.fromEntries(
    Object.entries({ ...(await neededLines(making, paper)), ...body }).filter(([, value]) => value !== undefined),
  );
}

/** Return one line of each kind that the paper requires. */
async function neededLines(making: Making, paper: AnyPaper): Promise<Body> {
  const out: Body = {};
  for (const [name, line] of Object.entries(paper.lines ?? {}) as [
    string,
    { paper: string; parent: string; needed?: boolean },
  ][]) {
    if (line.needed)
      out[name] = [
        await bodyOf({ ...making, above: [...making.above, paper.name] }, paperNamed(making.server.app, line.paper), {
          [line.parent]: undefined,
        }),
      ];
  }
  return out;
}

/** Put existing rows into those parts of a structured value that refer to rows. */
async function withRows(making: Making, paper: AnyPaper, field: Field, value: unknown): Promise<unknown> {
  const parts = ((field as { parts?: readonly StructuredPart[] }).parts ?? []).filter(
    (part) => part.type === 'ref' && part.paper,
  );
  const ids: Body = {};
  for (const part of parts)
    ids[part.name] = await pointed(
      { ...making, above: [...making.above, paper.name] },
      { kind: 'ref', label: part.label, paper: part.paper },
      {},
      false,
    );
  return Array.isArray(value) && parts.length ? value.map((row: Body) => ({ ...row, ...ids })) : value;
}

/** Return whether a text field differs in each sample: one line, entered by people, without a fixed example. */
const isLabelled = (field: Field): boolean =>
  kindOf(field).freeText === 'line' &&
  isProvided(field) &&
  field.initial === undefined &&
  (field.example?.includes('#') ?? true);

/**
 * Return whether a unique key of the paper is distinguished only by this reference. Each sample then needs a referenced
 * row of its own.
 */
const tellsApart = (paper: AnyPaper, name: string): boolean =>
  ((paper.uniques ?? []) as readonly (readonly string[])[]).some(
    (keys) => keys.includes(name) && !keys.some((key) => isLabelled(paper.fields[key])),
  );

/**
 * Return the values by which a sample file has an extension that the field accepts; an empty object if it accepts any.
 */
function withEnding(field: Field): Body {
  const { endings, takes } = field as { endings?: readonly string[]; takes?: string };
  return endings ? { extension: endings[0] } : takes && takes !== 'any' ? { extension: 'png' } : {};
}

/** Return the company that owns a file: for platform papers the platform. */
const ownerOf = ({ tenantId }: Making, { owner }: AnyPaper): string => (owner === 'platform' ? '000000' : tenantId);

/**
 * Return the id of a row for a reference. With `depends` the row agrees with other fields of the body, such as the same
 * home.
 */
async function reference(making: Making, paper: AnyPaper, name: string, body: Body): Promise<unknown> {
  const field = paper.fields[name];
  const target = field.paper ?? '';
  if (!field.required && (target === paper.name || making.above.includes(target))) return undefined;
  const depends = Object.entries((field as { depends?: Record<string, string> }).depends ?? {});
  if (depends.some(([, own]) => body[own] === undefined)) return undefined;
  const isFile = target === 'attachment';
  const over = {
    ...Object.fromEntries(depends.map(([theirs, own]) => [theirs, body[own]])),
    ...(isFile && withEnding(field)),
  };
  // A file may belong to one row only, so it is always new.
  const id = await pointed(
    { ...making, tenantId: isFile ? ownerOf(making, paper) : making.tenantId, above: [...making.above, paper.name] },
    field,
    over,
    field.unique ?? (isFile || tellsApart(paper, name)),
  );
  return field.many ? [id] : id;
}

/**
 * Return the id of a row for a reference: a shared one, or with `fresh` a new one. Different texts in `apart` give
 * different shared rows.
 */
async function pointed(making: Making, field: Field, over: Body, fresh: boolean, apart = ''): Promise<string> {
  const { server, tenantId } = making;
  const target = paperNamed(server.app, field.paper ?? '');
  const rows = made.get(server) ?? new Map<string, Promise<string>>();
  made.set(server, rows);
  const key = `${tenantId} ${target.name} ${JSON.stringify(over)} ${apart}`;
  const known = fresh ? undefined : rows.get(key);
  if (known) return known;
  const row = save(making, target, over).then((one) => String(one[target.key ?? 'id']));
  if (!fresh) rows.set(key, row);
  return row;
}

async function save(making: Making, paper: AnyPaper, over: Body): Promise<Body & { id: string }> {
  const body = await bodyOf(making, paper, over);
  const { server, tenantId } = making;
  // The product itself creates rows of read-only papers. Rows of the platform's papers are created by the keeper of the
  // platform's company, all others by the keeper of their company.
  if (paper.readOnly) {
    const personal = paper.sight === 'personal' ? { [String(paper.self)]: (await keeper(server, tenantId)).id } : {};
    return (await server.work(
      'administrator',
      (context) => context.create(paper, { ...body, ...personal }),
      tenantId,
    )) as Body & { id: string };
  }
  const by = await keeper(server, paper.owner === 'platform' ? '000000' : tenantId);
  const answer = await by.post(`${paper.path}/submit`, body);
  if (answer.status !== 200)
    throw new Error(`no sample of ${paper.name}: ${describeAnswer(answer)} for ${JSON.stringify(body)}`);
  // Rows of this paper are known by a code, so the answer contains no id of the table, which tests need.
  if (paper.key)
    return {
      ...answer.data,
      id: (
        await server.tables<{ id: string }>(
          `select id::text as id from ${paper.table} where ${columnOf(String(paper.key))} = $1 order by is_deleted, id desc limit 1`,
          [answer.data[paper.key]],
        )
      )[0].id,
    };
  if (paper === server.app.ownPapers.attachment && server.hasScreens) await drawn(server, answer.data.id, by.tenantId);
  return answer.data;
}

/** Store a minimal picture for a file, so that screens can show it. */
async function drawn(server: TestServer, id: string, tenantId: string): Promise<void> {
  for (const key of [fileKey(tenantId, id), thumbnailKey(tenantId, id)]) await server.app.files.put(key, PICTURE);
  await server.tables(`update ${server.app.ownPapers.attachment!.table} set content_type = 'image/png' where id = $1`, [
    id,
  ]);
}

/** Return a short description of an answer, for the message of a failed test. */
export const describeAnswer = (answer: Answer): string =>
  `${answer.status} ${answer.reason ?? ''} ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 300) ?? ''}`;

/**
 * Run the work for each item, two at a time. More would need more database connections, each of which first plans its
 * statements.
 */
export async function testEach<T>(all: readonly T[], work: (one: T) => Promise<void>, atOnce = 2): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

/** Return the path of a paper's list. */
export const listPath = (paper: AnyPaper): string =>
  `${paper.path}/${paper.tree ? 'list' : (paper.calls?.list?.[0] ?? 'list')}`;

/** Return the value by which detail and remove refer to a row: its id, or its code. */
export const keyOfRow = (paper: AnyPaper, row: Body): string => String(row[paper.key ?? 'id']);
