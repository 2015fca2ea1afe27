import { kindOf } from '#kernel/fields/kinds.ts';
import type { StructuredPart } from '#kernel/fields/structured/structured.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { fileKey, thumbnailKey } from '#kernel/server/files/storage.ts';
import { paperNamed } from '#kernel/server/app.ts';
import { isProvided } from '#kernel/server/write/checks/read-body.ts';
import { partsOfRooms, productTree } from '../../server/rooms.ts';
import type { Fixtures, World } from './fixtures.ts';
import { nextSampleNumber } from './sample-numbers.ts';
import type { Answer, TestCaller, TestServer } from './test-server.ts';

export type Body = Record<string, unknown>;

const found = await partsOfRooms<Readonly<Record<string, Fixtures>>>(productTree, 'testing/fixtures.ts');
/** What papers of all rooms need around them. */
const fixtures: Readonly<Record<string, Fixtures>> = Object.assign({}, ...found.values());

/** Rows and files are made where they are pointed at; a code stands for itself. */
const refers = (field: Field): boolean => kindOf(field).pointsTo !== undefined && !kindOf(field).code;

/** Rows made once for those who only need some row to point at. */
const made = new WeakMap<TestServer, Map<string, Promise<string>>>();

interface Making {
  readonly server: TestServer;
  readonly tenantId: string;
  /** The papers under way, so that two that point at each other end. */ readonly above: readonly string[];
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Whoever may do everything in his company: makes what other rows need. */
export const keeper = (server: TestServer, tenantId = '000000'): Promise<TestCaller> =>
  server.as(tenantId === '000000' ? 'administrator' : 'admin', { tenantId, who: 'keeper' });

/**
 * A valid body of a new row, derived from the kinds of its fields: no two alike, references made on demand as a factory does.
 * What has an initial value is left to it. `over` says what the test is about.
 */
export async function sample(server: TestServer, paper: AnyPaper, over: Body = {}, tenantId = '000000'): Promise<Body> {
  return bodyOf({ server, tenantId, above: [] }, paper, over);
}

/** A saved row: its answer, as the keeper of the company sees it. */
export async function saved(
  server: TestServer,
  paper: AnyPaper,
  over: Body = {},
  tenantId = '000000',
): Promise<Body & { id: string }> {
  return save({ server, tenantId, above: [] }, paper, over);
}

/** What a dialog asks at least, filled in, with words wherever it takes some. */
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

/** Does its kind take whatever is typed? */
export const takesAnyText = (field: Field): boolean => 'value' in kindOf(field).accept('不', field);

/** A valid value of a field that points at nothing. */
export function sampleValue(field: Field, n: number): unknown {
  if (field.example !== undefined) return field.example.replaceAll('#', String(n));
  return kindOf(field).sample(field, n);
}

/** What a paper that cannot stand alone may ask for. */
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
    async row(name, id) {
      return (await (await keeper(server, tenantId)).get(`${paperNamed(server.app, name).path}/detail`, { id })).data;
    },
  };
}

async function bodyOf(making: Making, paper: AnyPaper, asked: Body): Promise<Body> {
  const n = nextSampleNumber();
  const over: Body = { ...(await fixtures[paper.name]?.(worldOf(making, paper), asked)), ...asked };
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
  // What the world leaves out is not said at all.
  return Object.fromEntries(
    Object.entries({ ...(await neededLines(making, paper)), ...body }).filter(([, value]) => value !== undefined),
  );
}

/** One line of each kind without which the paper is unfinished. */
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

/** Parts of a structured value may point at rows too. */
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

/** A text that every sample says differently. */
const isTold = (field: Field): boolean =>
  kindOf(field).freeText === 'line' &&
  isProvided(field) &&
  field.initial === undefined &&
  (field.example?.includes('#') ?? true);

/** What alone makes a row the only one of its kind is no other's. */
const tellsApart = (paper: AnyPaper, name: string): boolean =>
  ((paper.uniques ?? []) as readonly (readonly string[])[]).some(
    (keys) => keys.includes(name) && !keys.some((key) => isTold(paper.fields[key])),
  );

/** A file that the field takes. */
function withEnding(field: Field): Body {
  const { endings, takes } = field as { endings?: readonly string[]; takes?: string };
  return endings ? { extension: endings[0] } : takes && takes !== 'any' ? { extension: 'png' } : {};
}

/** The files of the platform's papers are the platform's. */
const ownerOf = ({ tenantId }: Making, { owner }: AnyPaper): string => (owner === 'platform' ? '000000' : tenantId);

/** Points at a row of the same home, where the definition says what belongs together. */
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
  // A file belongs to one row.
  const id = await pointed(
    { ...making, tenantId: isFile ? ownerOf(making, paper) : making.tenantId, above: [...making.above, paper.name] },
    field,
    over,
    field.unique ?? (isFile || tellsApart(paper, name)),
  );
  return field.many ? [id] : id;
}

/** `apart`: not the row that everybody else points at. */
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
  // What the product alone keeps is made as the product makes it; the platform's papers by the platform.
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
  // Its code is its id on the wire; tests look into the table too.
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

/** Where screens are looked at, a file is a picture that they can show: the smallest there is. */
async function drawn(server: TestServer, id: string, tenantId: string): Promise<void> {
  for (const key of [fileKey(tenantId, id), thumbnailKey(tenantId, id)]) await server.app.files.put(key, PICTURE);
  await server.tables(`update ${server.app.ownPapers.attachment!.table} set content_type = 'image/png' where id = $1`, [
    id,
  ]);
}

/** An answer in a few words, for the message of a test that fails. */
export const describeAnswer = (answer: Answer): string =>
  `${answer.status} ${answer.reason ?? ''} ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 300) ?? ''}`;

/** Does the work for each, two at a time: each connection more plans every statement and reads every table's shape for itself. */
export async function testEach<T>(all: readonly T[], work: (one: T) => Promise<void>, atOnce = 2): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

/** The pages of a paper's list. */
export const listPath = (paper: AnyPaper): string =>
  `${paper.path}/${paper.tree ? 'list' : (paper.calls?.list?.[0] ?? 'list')}`;

/** How a row is named to detail and remove: by its id, or by the code that stands for it. */
export const keyOfRow = (paper: AnyPaper, row: Body): string => String(row[paper.key ?? 'id']);
