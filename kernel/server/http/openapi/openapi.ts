import type { Contract, Inputs } from '#kernel/language/calls/call.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { mustFind } from '#kernel/language/must.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';
import type { Route } from '../route.ts';
import { describedCall } from './described-call.ts';
import { withoutTwins } from './twin-names.ts';
import {
  type Schema,
  changeName,
  changeSchema,
  inputSchema,
  inputsSchema,
  lineName,
  lineSchema,
  namedSchemas,
  rowSchema,
  saidInputs,
  sentName,
  sentSchema,
  shapeSchema,
} from './schemas.ts';

const both = (language: Language, zh: string, en: string): string => (language === 'en' ? en : zh);

const envelope = (data: Schema): Schema => ({
  type: 'object',
  required: ['code', 'success', 'data', 'msg'],
  properties: {
    code: { type: 'integer' },
    success: { type: 'boolean' },
    data,
    msg: { type: 'string' },
    reason: { type: 'string' },
    requestId: { type: 'string' },
  },
});

const REFUSED: readonly (readonly [status: number, name: string, zh: string, en: string])[] = [
  [400, 'Refused', '拒绝:业务规则或填写有误', 'Refused: a rule of the business, or something sent is wrong'],
  [401, 'NotLoggedIn', '未登录或登录已失效', 'Not logged in, or the login has ended'],
  [403, 'Forbidden', '没有权限', 'Not allowed'],
  [404, 'Missing', '不存在或不在可见范围', 'Not there, or out of sight'],
  [409, 'Conflict', '状态或内容已变化', 'State or content has changed'],
  [429, 'TooMany', '请求过多', 'Too many requests'],
  [500, 'Fault', '系统故障', 'A fault of the server'],
];

const refusals = (route: Route): Schema =>
  Object.fromEntries(
    REFUSED.filter(([status]) => route.needs !== 'anonymous' || ![403, 404].includes(status)).map(([status, name]) => [
      String(status),
      { $ref: `#/components/responses/${name}` },
    ]),
  );

/**
 * Return the operation id: the words of the path in camel case, without `blade-`. If another call has this id already,
 * the method is added, such as `Get`, and then a number. Ids differ in more than capitals and underscores, since
 * generators write them in snake case.
 */
function operationId(route: Route, taken: Set<string>): string {
  const words = route.path
    .replace(/^blade-/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words.map((word, at) => (at === 0 ? word : `${word[0].toUpperCase()}${word.slice(1)}`)).join('');
  const long = `${name}${route.method[0]}${route.method.slice(1).toLowerCase()}`;
  const further = Array.from({ length: taken.size + 1 }, (_, at) => `${long}${at + 2}`);
  const id = mustFind([name, long, ...further], (one) => !taken.has(one.toLowerCase()));
  taken.add(id.toLowerCase());
  return id;
}

const placesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

function parametersOf(route: Route, contract: Contract, language: Language): Schema[] {
  const places = placesIn(route.path);
  // A DELETE has no body in the document; the server takes its inputs in the address too.
  const query: Inputs = { ...contract.query, ...(route.method === 'DELETE' && contract.body) };
  return [
    ...places.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: query[name] ? inputSchema(query[name], language) : { type: 'string' },
    })),
    ...saidInputs(query)
      .filter(([name]) => !places.includes(name))
      .map(([name, field]) => ({
        name,
        in: 'query',
        ...(field.required && { required: true }),
        schema: inputSchema(field, language),
      })),
    ...Object.entries(contract.headers ?? {}).map(([name, field]) => ({
      name,
      in: 'header',
      schema: inputSchema(field, language),
    })),
  ];
}

/** The schema of a body of a call that takes no inputs. */
const NO_INPUTS: Schema = { type: 'object', additionalProperties: false };

/** Return the schema of a row in a body: a new one, a change of one, or either. */
function rowSent({ of, as }: NonNullable<Contract['row']>): Schema {
  const [sent, change] = [sentName(of), changeName(of)].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return as === 'new' ? sent : as === 'change' ? change : { anyOf: [sent, change] };
}

/**
 * Return the body of a POST or PUT: the row of a paper, the inputs of its call, or both. Multipart forms take the same
 * inputs. A DELETE names its row in the address.
 */
function bodyOf(route: Route, contract: Contract, language: Language): Schema | undefined {
  if (route.method === 'GET' || route.method === 'DELETE') return undefined;
  const inputs = contract.body && inputsSchema(contract.body, language);
  const row = contract.row && rowSent(contract.row);
  const schema = row && inputs ? { allOf: [row, inputs] } : (row ?? inputs ?? NO_INPUTS);
  const upload = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, ...(inputs?.properties as Schema | undefined) },
  };
  return { content: route.upload ? { 'multipart/form-data': { schema: upload } } : { 'application/json': { schema } } };
}

/** Return the schema of an answer, with its envelope where it has one. */
export function answerSchema({ contract, raw }: Route): Schema {
  const data = shapeSchema(contract.answer);
  return raw ? data : envelope(data);
}

function contentOf(route: Route): Schema {
  const { answer } = route.contract;
  if (answer.is === 'file')
    return Object.fromEntries(answer.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  if (answer.is === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  return { 'application/json': { schema: answerSchema(route) } };
}

/** Return the tag, an ASCII name: that of the paper, or the first part of the address. */
const tagOf = ({ paper, path }: Route): string => paper?.name ?? path.split('/')[0];

/** Return the tag with the name that viewers show. */
const tagWords = ({ paper, path }: Route, language: Language): Schema =>
  paper
    ? {
        name: paper.name,
        'x-displayName': labelIn(paper.title, language),
        description: both(language, `${paper.title[0]}的接口`, `Calls of ${paper.title[1].toLowerCase()}`),
      }
    : {
        name: path.split('/')[0],
        'x-displayName': path.split('/')[0],
        description: both(language, `${path.split('/')[0]}下的接口`, `Calls below ${path.split('/')[0]}`),
      };

/** Return the proofs of identity that a call takes: a token, the id and secret of a client, either, or none. */
function securityOf({ needs, contract: { client } }: Route): Schema[] {
  const proofs = [...(needs === 'anonymous' ? [] : [{ token: [] }]), ...(client ? [{ client: [] }] : [])];
  return client === 'optional' && needs === 'anonymous' ? [{}, ...proofs] : proofs;
}

function operation(route: Route, language: Language, taken: Set<string>): Schema {
  const { contract } = route;
  const body = bodyOf(route, contract, language);
  const parameters = parametersOf(route, contract, language);
  return {
    operationId: operationId(route, taken),
    summary: labelIn(route.summary, language),
    description: describedCall(route, language),
    tags: [tagOf(route)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    security: securityOf(route),
    responses: {
      200: { description: both(language, '成功', 'done'), content: contentOf(route) },
      ...refusals(route),
    },
    ...(contract.refuses && { 'x-refuses': contract.refuses }),
  };
}

const refusedSchema: Schema = envelope({
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'msg'],
        properties: { field: { type: 'string' }, msg: { type: 'string' } },
      },
    },
  },
});

/** Return the schemas to which a part of the description refers, directly or by other schemas. */
function referredTo(from: unknown, schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const look = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found[name] || !schemas[name]) continue;
      found[name] = schemas[name];
      look(schemas[name]);
    }
  };
  look(from);
  return found;
}

/** Return, by the name of each paper of lines, the fields in which its headers' ids are stored. */
function parentsOf(papers: Iterable<AnyPaper>): ReadonlyMap<string, readonly string[]> {
  const lines = [...papers].flatMap((paper) =>
    Object.values((paper.lines ?? {}) as Record<string, { paper: string; parent: string }>),
  );
  return new Map(
    [...Map.groupBy(lines, (line) => line.paper)].map(([name, all]) => [name, all.map((one) => one.parent)]),
  );
}

/** Return all schemas that have names: of the rows of papers, as read and as sent, and of the shapes with a name. */
export function schemasOf(
  papers: readonly AnyPaper[],
  routes: readonly Route[],
  language: Language,
): Readonly<Record<string, Schema>> {
  const parents = parentsOf(papers);
  const shapes = routes.flatMap(({ contract: { answer, query, body } }) => [
    answer,
    ...Object.values({ ...query, ...body }),
  ]);
  return {
    ...Object.fromEntries(
      papers.flatMap((paper) => [
        [paper.name, rowSchema(paper, language)],
        [sentName(paper), sentSchema(paper, language)],
        [changeName(paper), changeSchema(paper, language)],
        [lineName(paper.name), lineSchema(paper, parents.get(paper.name) ?? [], language)],
      ]),
    ),
    ...namedSchemas([...shapes, ...papers.flatMap((paper) => fieldsOf(paper).map(([, field]) => field))]),
  };
}

/** Return all calls as OpenAPI 3.1, made from the table that serves them. */
export function openApi(app: Pick<App, 'papers'>, routes: readonly Route[], language: Language): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const taken = new Set<string>();
  const named = routes.filter((route) => !route.path.startsWith('../'));
  for (const route of named)
    (paths[`/api/${route.path}`] ??= {})[route.method.toLowerCase()] = operation(route, language, taken);
  const tags = new Map(named.map((route) => [tagOf(route), tagWords(route, language)]));
  const schemas = schemasOf([...app.papers.values()], named, language);
  return withoutTwins({
    openapi: '3.1.0',
    info: {
      title: both(language, '安居', 'Anju'),
      version: '1',
      description: both(language, '所有接口', 'All calls'),
      contact: { name: both(language, '安居平台管理员', 'Administrator of the platform') },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...tags.values()],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access_token>' },
        client: {
          type: 'http',
          scheme: 'basic',
          description: both(language, '系统客户端的编号与密钥', 'Id and secret of a client'),
        },
      },
      schemas: { ...referredTo(paths, schemas), refused: refusedSchema },
      responses: Object.fromEntries(
        REFUSED.map(([, name, zh, en]) => [
          name,
          {
            description: both(language, zh, en),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/refused' } } },
          },
        ]),
      ),
    },
    paths,
  });
}
