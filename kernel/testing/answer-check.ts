import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { App } from '#kernel/server/app.ts';
import { answerSchema, schemasOf } from '#kernel/server/http/openapi/openapi.ts';
import { KeyTree } from './setup/undeclared-keys.ts';
import { type Route, RouteTable, addressOf } from '#kernel/server/http/route.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const FORMATS = {
  int64: /^-?\d{1,19}$/,
  date: DAY,
  uri: true,
  html: true,
  binary: true,
  decimal: /^-?\d+(\.\d+)?$/,
} as const;

/** The check of one call: whether an answer fits its schema, and which of its keys the schema lacks. */
interface CheckOfCall {
  readonly fits: ValidateFunction;
  undeclared(answer: unknown): ReadonlySet<string>;
}

/** Checks of the answers of one set of papers, compiled once per worker: tests of many files use the same calls. */
class ChecksOfCalls {
  // Optimizing a validator costs more than it saves on the few answers.
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: true, formats: FORMATS, code: { optimize: false } });
  readonly #keys: KeyTree;
  readonly #known = new Map<string, CheckOfCall>();

  constructor(papers: App['papers'], routes: readonly Route[]) {
    const schemas = schemasOf([...papers.values()], routes, 'en');
    this.#ajv.addSchema({ $id: 'anju', components: { schemas } });
    this.#keys = new KeyTree(schemas);
  }

  of(route: Route): CheckOfCall {
    const schema = answerSchema(route);
    const text = JSON.stringify(schema).replaceAll('"#/components', '"anju#/components');
    let known = this.#known.get(text);
    if (!known) {
      const keys = this.#keys.of([schema]);
      known = {
        fits: this.#ajv.compile(JSON.parse(text) as object),
        undeclared: (answer) => keys.undeclared(answer),
      };
      this.#known.set(text, known);
    }
    return known;
  }
}

const checksOf = new WeakMap<App['papers'], ChecksOfCalls>();

/** Checks each answer of a test against the schema that the API document has for its call. */
export class AnswerCheck {
  readonly #misfits = new Map<string, string>();
  readonly #undeclared = new Set<string>();
  readonly #routes = new RouteTable<Route>();
  readonly #known = new Map<Route, CheckOfCall>();
  readonly #checks: ChecksOfCalls;

  constructor(app: App, routes: readonly Route[]) {
    for (const route of routes) this.#routes.add(route.method, addressOf(route), route);
    this.#checks = checksOf.get(app.papers) ?? new ChecksOfCalls(app.papers, routes);
    checksOf.set(app.papers, this.#checks);
  }

  /** Check the answer of a call that succeeded (status 200); others are not checked. */
  look(method: string, path: string, body: unknown): void {
    const route = this.#routes.find(method, path)?.answer;
    if (!route || route.raw) return;
    const call = `${method} ${route.path}`;
    if (this.#misfits.has(call)) return;
    const { fits, undeclared } = this.#checkOf(route);
    for (const place of undeclared(body)) this.#undeclared.add(`${call}: ${place}`);
    if (!fits(body))
      this.#misfits.set(
        call,
        (fits.errors ?? [])
          .map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`)
          .slice(0, 6)
          .join('; '),
      );
  }

  #checkOf(route: Route): CheckOfCall {
    let known = this.#known.get(route);
    if (!known) this.#known.set(route, (known = this.#checks.of(route)));
    return known;
  }

  /** Throw if an answer of this test did not match the document; the message lists all mismatches. */
  assertAllFit(): void {
    if (this.#misfits.size)
      throw new Error(
        `Answers that are not what their calls say:\n${[...this.#misfits].map(([call, why]) => `${call}: ${why}`).join('\n')}`,
      );
    if (this.#undeclared.size)
      throw new Error(`Keys of answers that the document lacks:\n${[...this.#undeclared].toSorted().join('\n')}`);
  }
}
