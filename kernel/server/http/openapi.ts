import type { Field } from '#kernel/language/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import type { App } from '../app.ts';
import { isProvided } from '../write/check.ts';
import type { Route } from './route.ts';

type Schema = Record<string, unknown>;

function property(field: Field, language: Language): Schema {
  return {
    ...kindOf(field).schema(field),
    title: labelIn(field.label, language),
    ...((field.auto || field.computed) && { readOnly: true }),
  };
}

function paperSchema(paper: AnyPaper, language: Language): Schema {
  const fields = fieldsOf(paper).filter(([, field]) => !field.secret);
  return {
    type: 'object',
    title: labelIn(paper.title, language),
    required: fields
      .filter(([, field]) => field.required && isProvided(field) && !field.copied && field.initial === undefined)
      .map(([name]) => name),
    properties: {
      id: { type: 'string', format: 'int64' },
      version: { type: 'integer' },
      ...Object.fromEntries(fields.map(([name, field]) => [name, property(field, language)])),
    },
  };
}

const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: {
    code: { type: 'integer' },
    success: { type: 'boolean' },
    data,
    msg: { type: 'string' },
    reason: { type: 'string' },
  },
});

function answerOf(route: Route): Schema {
  const row = route.paper ? { $ref: `#/components/schemas/${route.paper.name}` } : {};
  if (!route.paper) return envelope({});
  if (/\/(page|list|pageList)$/.test(route.path) && !route.paper.tree)
    return envelope({
      type: 'object',
      properties: {
        records: { type: 'array', items: row },
        total: { type: 'integer' },
        size: { type: 'integer' },
        current: { type: 'integer' },
        pages: { type: 'integer' },
        totalApprox: { type: 'boolean' },
        sums: { type: 'object', additionalProperties: { type: 'string' } },
      },
    });
  return /\/(detail|submit|update|save)(\/|$)/.test(route.path) ? envelope(row) : envelope({});
}

function operation(route: Route, language: Language): Schema {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = (route.query ?? []).map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  const body = route.method === 'POST' && {
    requestBody: {
      content: {
        'application/json': {
          schema:
            route.paper && /\/(submit|update|save)$/.test(route.path)
              ? { $ref: `#/components/schemas/${route.paper.name}` }
              : { type: 'object' },
        },
      },
    },
  };
  return {
    summary: labelIn(route.summary, language),
    tags: [route.paper ? labelIn(route.paper.title, language) : route.path.split('/')[0]],
    parameters: [...inPath, ...query],
    ...body,
    security: route.needs === 'anonymous' ? [] : [{ token: [] }],
    responses: {
      200: {
        description: language === 'en' ? 'done' : '成功',
        content: { 'application/json': { schema: answerOf(route) } },
      },
      default: {
        description: language === 'en' ? 'refused' : '拒绝',
        content: { 'application/json': { schema: envelope({}) } },
      },
    },
  };
}

/** All calls as OpenAPI 3.1, made from the same table that serves them. */
export function openApi(app: Pick<App, 'papers'>, routes: readonly Route[], language: Language): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes)
    (paths[`/api/${route.path}`] ??= {})[route.method.toLowerCase()] = operation(route, language);
  return {
    openapi: '3.1.0',
    info: { title: language === 'en' ? 'Anju' : '安居', version: '1' },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access_token>' },
      },
      schemas: Object.fromEntries([...app.papers.values()].map((paper) => [paper.name, paperSchema(paper, language)])),
    },
    paths,
  };
}
