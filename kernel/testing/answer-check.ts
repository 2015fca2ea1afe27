import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { App } from '#kernel/server/app.ts';
import { answerSchema } from '#kernel/server/http/openapi/openapi.ts';
import { rowSchema } from '#kernel/server/http/openapi/schemas.ts';
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

/** Validators of the answers of one set of papers, compiled once per worker: tests of many files use the same calls. */
class Validators {
  // Optimizing a validator costs more than it saves on the few answers.
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: true, formats: FORMATS, code: { optimize: false } });
  readonly #known = new Map<string, ValidateFunction>();

  constructor(papers: App['papers']) {
    this.#ajv.addSchema({
      $id: 'anju',
      components: {
        schemas: Object.fromEntries([...papers.values()].map((paper) => [paper.name, rowSchema(paper, 'en')])),
      },
    });
  }

  of(route: Route): ValidateFunction {
    const text = JSON.stringify(answerSchema(route)).replaceAll('"#/components', '"anju#/components');
    let known = this.#known.get(text);
    if (!known) this.#known.set(text, (known = this.#ajv.compile(JSON.parse(text) as object)));
    return known;
  }
}

const validators = new WeakMap<App['papers'], Validators>();

/** Checks each answer of a test against the schema that the API document has for its call. */
export class AnswerCheck {
  readonly #found = new Map<string, string>();
  readonly #routes = new RouteTable<Route>();
  readonly #known = new Map<Route, ValidateFunction>();
  readonly #validators: Validators;

  constructor(app: App, routes: readonly Route[]) {
    for (const route of routes) if (!route.raw) this.#routes.add(route.method, addressOf(route), route);
    this.#validators = validators.get(app.papers) ?? new Validators(app.papers);
    validators.set(app.papers, this.#validators);
  }

  /** Check the answer of a call that succeeded (status 200); others are not checked. */
  look(method: string, path: string, body: unknown): void {
    const route = this.#routes.find(method, path)?.answer;
    if (!route || this.#found.has(`${method} ${route.path}`)) return;
    const fits = this.#validatorOf(route);
    if (!fits(body))
      this.#found.set(
        `${method} ${route.path}`,
        (fits.errors ?? [])
          .map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`)
          .slice(0, 6)
          .join('; '),
      );
  }

  #validatorOf(route: Route): ValidateFunction {
    let known = this.#known.get(route);
    if (!known) this.#known.set(route, (known = this.#validators.of(route)));
    return known;
  }

  /** Throw if an answer of this test did not match the document; the message lists all mismatches. */
  assertAllFit(): void {
    if (this.#found.size)
      throw new Error(
        `Answers that are not what their calls say:\n${[...this.#found].map(([call, why]) => `${call}: ${why}`).join('\n')}`,
      );
  }
}
