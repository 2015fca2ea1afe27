import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { App } from '#kernel/server/app.ts';
import { answerSchema } from '#kernel/server/http/openapi/openapi.ts';
import { type Schema, rowSchema } from '#kernel/server/http/openapi/schemas.ts';
import { undeclaredKeys } from './setup/undeclared-keys.ts';
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
  readonly #rows: Readonly<Record<string, Schema>>;
  readonly #undeclared = new Map<string, Set<string>>();

  constructor(app: App, routes: readonly Route[]) {
    for (const route of routes) this.#routes.add(route.method, addressOf(route), route);
    this.#rows = Object.fromEntries([...app.papers.values()].map((paper) => [paper.name, rowSchema(paper, 'en')]));
    this.#validators = validators.get(app.papers) ?? new Validators(app.papers);
    validators.set(app.papers, this.#validators);
  }

  /** Check the answer of a call that succeeded (status 200); others are not checked. */
  look(method: string, path: string, body: unknown): void {
    const route = this.#routes.find(method, path)?.answer;
    if (!route || route.raw || this.#found.has(`${method} ${route.path}`)) return;
    this.#lookForKeys(route, body);
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

  #lookForKeys(route: Route, body: unknown): void {
    const call = `${route.method} ${route.path}`;
    const known = this.#undeclared.get(call) ?? new Set<string>();
    for (const place of undeclaredKeys([answerSchema(route)], body, this.#rows))
      known.add(place.replaceAll(/\.\d+(?=\.|$)/g, '.n').slice(1));
    this.#undeclared.set(call, known);
  }

  /** Throw if an answer of this test had a key that the document lacks; the message lists all, each with its call. */
  assertDeclared(): void {
    const all = [...this.#undeclared].flatMap(([call, places]) => [...places].map((place) => `${call}: ${place}`));
    if (all.length) throw new Error(`Keys of answers that the document lacks:\n${all.toSorted().join('\n')}`);
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
