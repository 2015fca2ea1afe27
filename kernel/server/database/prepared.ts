import pg from 'pg';
import { ByText } from './statement-cache.ts';
import { types } from './types.ts';

/** How the rows of a statement look, worked out once: their columns, what reads each, and a row without values. */
interface Shape {
  readonly fields: readonly pg.FieldDef[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
}

/** What the driver knows of a statement under way. */
interface Inside {
  name?: string;
  values?: readonly unknown[];
  callback?: (error: Error | undefined, result: pg.QueryResult) => void;
  _accumulateRows?: boolean;
  readonly _result: Shape & { _types: unknown };
  hasBeenParsed(line: Line): boolean;
  handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  handleCommandComplete(message: unknown, line: Line): void;
}

/** The driver's end of a line to PostgreSQL. */
interface Line {
  readonly stream: { write(bytes: Buffer): unknown };
  readonly submittedNamedStatements: Record<string, string>;
  readonly parsedStatements: Record<string, string>;
  parse(what: { text: string; name: string }): void;
  bind(what: { statement: string; values: readonly unknown[] }): void;
  describe(what: { type: 'P'; name: string }): void;
}

/** Two messages of the protocol that never differ: Execute, all rows, and Sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

const ofDriver = pg.Query.prototype as unknown as Inside;
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): unknown } }).utils;

/** How the rows of its statements look, by their names, as each line was told. */
const told = new WeakMap<Line, Map<string, Shape>>();

/** All lines are told the same of the same statement: one shape serves them all. */
const shapes = new ByText<Shape>();

const isSame = (a: Shape, b: Shape): boolean =>
  a.fields.length === b.fields.length &&
  a.fields.every((field, at) => field.name === b.fields[at].name && field.dataTypeID === b.fields[at].dataTypeID);

function kept(text: string, { fields, _parsers, _prebuiltEmptyResultObject }: Shape): Shape {
  const known = shapes.get(text);
  if (known && isSame(known, { fields, _parsers, _prebuiltEmptyResultObject })) return known;
  const shape = { fields, _parsers, _prebuiltEmptyResultObject };
  shapes.set(text, shape);
  return shape;
}

/** Takes the name of a statement from a line, behind whatever was sent by it before. */
export async function deallocate(client: pg.PoolClient, name: string): Promise<void> {
  await client.query(`deallocate ${name}`);
  const line = (client as unknown as { readonly connection: Line }).connection;
  delete line.submittedNamedStatements[name];
  delete line.parsedStatements[name];
  told.get(line)?.delete(name);
}

/**
 * A statement with a name. A line is told how its rows look when it is sent there for the first time, and not again: of a paper with eighty
 * fields both ends took longer for that than for the row. Should its table change meanwhile, PostgreSQL refuses what would be answered otherwise.
 */
export class NamedQuery extends pg.Query {
  readonly #text: string;
  #line: Line | undefined;

  constructor(text: string, name: string, values: readonly unknown[], callback: Inside['callback']) {
    super(text);
    this.#text = text;
    Object.assign(this.#inside, { name, values: values.map((value) => prepareValue(value)), callback });
    this.#inside._result._types = types;
  }

  get #inside(): Inside & { name: string; values: readonly unknown[] } {
    return this as never;
  }

  /** Called by the driver when it is this statement's turn. */
  prepare(line: Line): void {
    const { name, values, _result } = this.#inside;
    if (!this.#inside.hasBeenParsed(line)) {
      line.parse({ text: this.#text, name });
      line.submittedNamedStatements[name] = this.#text;
    }
    line.bind({ statement: name, values });
    const shape = told.get(line)?.get(name);
    if (shape) {
      Object.assign(_result, shape);
      this.#inside._accumulateRows = true;
    } else {
      this.#line = line;
      line.describe({ type: 'P', name: '' });
    }
    line.stream.write(EXECUTE_AND_SYNC);
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    ofDriver.handleRowDescription.call(this, message);
    this.#note();
  }

  handleCommandComplete(message: unknown, line: Line): void {
    ofDriver.handleCommandComplete.call(this, message, line);
    // What answers no rows, as most writes, is not described.
    this.#note();
  }

  #note(): void {
    if (!this.#line) return;
    const of = told.get(this.#line) ?? new Map<string, Shape>();
    told.set(this.#line, of);
    of.set(this.#inside.name, kept(this.#text, this.#inside._result));
    this.#line = undefined;
  }
}
