import { must } from '#kernel/language/must.ts';
import type pg from 'pg';
import { answerFaults, declaredColumns } from './answer-types.ts';
import { type Described, describeStatement } from './describe-statement.ts';
import type { KnownModules } from './evaluation.ts';
import { contextsOf, looksLikeCondition } from './fragments.ts';
import { type SourceFile, type SourceFiles, type SyntaxNode, nameOf, nodeAt, nodesAt } from './source-files.ts';
import { isPublished } from './published-columns.ts';
import { type PossibleText, fillings, possibleTexts } from './texts.ts';
import { Unknown } from './values.ts';

/** Methods that send a statement, with the index of the argument that is its text. */
const SENDING: Readonly<Record<string, number>> = { query: 0, enqueue: 0, arrays: 1 };

const STATEMENT =
  /^[\s(]*(?:select\s|insert into\s|update \w+ (?:\w+ )?set\s|delete from\s|with (?:recursive )?\w+ as\s)/;

const LIKELY_TABLES = 4;

/** SQLSTATEs of unknown names: column, table, function, alias. */
const UNKNOWN_NAMES = new Set(['42703', '42P01', '42883', '42P10']);

/** A possible text of a statement, and PostgreSQL's answer to it. */
interface Judged extends Described {
  readonly text: string;
}

/** Collects the answers to all possible texts of one statement. */
class Verdicts {
  readonly #taken = new Set<string>();
  readonly #refused = new Map<string, Judged>();

  note({ ways }: PossibleText, judged: Judged): void {
    for (const way of [WHOLE, ...ways])
      if (!judged.fault) this.#taken.add(way);
      else if (!this.#refused.has(way)) this.#refused.set(way, judged);
  }

  get isTaken(): boolean {
    return this.#taken.has(WHOLE);
  }

  /** Return the most specific error of a branch that no accepted text contains; undefined if there is none. */
  get worst(): Judged | undefined {
    const left = [...this.#refused].filter(([way]) => !this.#taken.has(way)).map(([, judged]) => judged);
    return left.find(({ fault }) => UNKNOWN_NAMES.has(fault!.code)) ?? left[0];
  }
}

/** Key of the whole statement among the branches: every text contains it. */
const WHOLE = '';

export interface StatementFindings {
  /**
   * Number of checked statements. `conditions` is the number of conditions and columns that were checked apart from a
   * statement.
   */
  readonly statements: number;
  readonly conditions: number;
  readonly problems: readonly StatementProblem[];
}

export interface StatementProblem {
  readonly path: string;
  readonly line: number;
  readonly words: string;
}

/** Checks SQL in source files with PostgreSQL: all names of tables, columns and functions must exist. */
export class StatementCheck {
  readonly #files: SourceFiles;
  readonly #modules: KnownModules;
  readonly #client: pg.Client;
  readonly #tables: ReadonlyMap<string, readonly string[]>;
  readonly #reached = new Set<SyntaxNode>();
  readonly #problems = new Map<SyntaxNode, StatementProblem>();
  /**
   * Literals that PostgreSQL refused as statements. They may be parts of other statements, so they are checked again as
   * conditions.
   */
  readonly #refused = new Map<SyntaxNode, Judged>();
  #onlyWhole = false;
  #statements = 0;
  #conditions = 0;

  constructor(
    files: SourceFiles,
    modules: KnownModules,
    client: pg.Client,
    tables: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#files = files;
    this.#modules = modules;
    this.#client = client;
    this.#tables = tables;
  }

  async look(paths: readonly string[]): Promise<StatementFindings> {
    const files = paths.map((path) => this.#files.file(path)!);
    await this.#calls(files);
    for (const file of files)
      for (const node of this.#textsIn(file)) if (STATEMENT.test(textOf(node))) await this.#statement(file, node);
    for (const file of files)
      for (const node of this.#textsIn(file))
        if (this.#refused.has(node) || looksLikeCondition(textOf(node))) await this.#condition(file, node);
    return {
      statements: this.#statements,
      conditions: this.#conditions,
      problems: [...this.#problems.values()],
    };
  }

  /** Check only statements that are fully known and passed directly to a sending method. */
  async lookAtWhole(paths: readonly string[]): Promise<StatementFindings> {
    this.#onlyWhole = true;
    await this.#calls(paths.map((path) => this.#files.file(path)!));
    return { statements: this.#statements, conditions: 0, problems: [...this.#problems.values()] };
  }

  async #calls(files: readonly SourceFile[]): Promise<void> {
    for (const file of files)
      for (const node of file.nodes) if (node.type === 'CallExpression') await this.#call(file, node);
  }

  /** Yield the texts of a file that no checked statement contains, outer ones first. */
  *#textsIn(file: SourceFile): Generator<SyntaxNode> {
    for (const node of file.nodes)
      if (isText(node) && !this.#reached.has(node) && !this.#problems.has(node)) yield node;
  }

  async #call(file: SourceFile, call: SyntaxNode): Promise<void> {
    const callee = nodeAt(call, 'callee')!;
    const method = callee.type === 'MemberExpression' ? nameOf(nodeAt(callee, 'property')) : '';
    if (!Object.hasOwn(SENDING, method)) return;
    const node = nodesAt(call, 'arguments')[SENDING[method]];
    // An object literal is not the text of a statement: the callee passes it on, and the text is checked where it was
    // written.
    if (node && node.type !== 'ObjectExpression')
      await this.#statement(file, node, nodesAt(nodeAt(call, 'typeArguments'), 'params')[0]);
  }

  /** Check all possible texts of a statement. Each branch must occur in one text that PostgreSQL accepts. */
  async #statement(file: SourceFile, node: SyntaxNode, type?: SyntaxNode): Promise<void> {
    const declared = declaredColumns(this.#files, file, type);
    const verdicts = new Verdicts();
    for (const one of possibleTexts(this.#files, this.#modules, file, node)) {
      const judged = await this.#judge(one, file);
      if (!judged) return;
      verdicts.note(one, judged);
      if (judged.fault) continue;
      this.#reach(one);
      for (const words of answerFaults(declared, judged.columns, !hasUnknown(one)))
        this.#report(file, node, `${words}, but its type says otherwise`);
    }
    this.#statements += 1;
    const { worst } = verdicts;
    // A refused text may be a part of another statement: `look` checks it again as a condition.
    if (worst && !verdicts.isTaken && isText(node) && type === undefined) this.#refused.set(node, worst);
    else if (worst) this.#report(file, node, `${must(worst.fault, 'fault').message}: ${shortened(worst.text)}`);
  }

  #reach({ literals }: PossibleText): void {
    for (const literal of literals) this.#reached.add(literal);
  }

  /** Return PostgreSQL's answer to a text; undefined if the text is unknown (with `#onlyWhole`: partly unknown). */
  async #judge(one: PossibleText, file: SourceFile): Promise<Judged | undefined> {
    if (this.#onlyWhole && hasUnknown(one)) return undefined;
    if (!one.pieces.some((piece) => typeof piece === 'string' && /\w{3}/.test(piece))) return undefined;
    return this.#first(fillings(one.pieces, this.#likelyTables(one, file)));
  }

  /**
   * Return the first text that PostgreSQL accepts; if there is none, one whose error is an unknown name, else the
   * first.
   */
  async #first(texts: Iterable<string>): Promise<Judged> {
    let best: Judged | undefined;
    for (const text of texts) {
      const judged = { ...(await describeStatement(this.#client, text)), text };
      if (!judged.fault) return judged;
      if (!best || (UNKNOWN_NAMES.has(judged.fault.code) && !UNKNOWN_NAMES.has(must(best.fault, 'fault').code)))
        best = judged;
    }
    return best!;
  }

  /**
   * Return tables to try for an unknown table name: those with most of the named columns, then those that the file
   * uses.
   */
  #likelyTables({ pieces }: PossibleText, file: SourceFile): string[] {
    const words = new Set(
      pieces
        .filter((one) => typeof one === 'string')
        .join(' ')
        .split(/\W+/),
    );
    const named = [...this.#tables]
      .map(([name, columns]) => ({ name, hits: columns.filter((column) => words.has(column)).length }))
      .toSorted((one, other) => other.hits - one.hits)
      .slice(0, LIKELY_TABLES);
    return [...new Set([...named.map(({ name }) => name), ...this.#tablesIn(file)])];
  }

  /** Return the tables that a file uses, found by imported papers and by names in its text. */
  #tablesIn(file: SourceFile): string[] {
    const words = new Set(file.text.split(/\W+/));
    const ofPapers = [...words].flatMap((word) => {
      const binding = file.binding(file.program, word);
      const path = binding?.kind === 'import' ? this.#files.resolve(file, binding.from) : undefined;
      const value = this.#modules.get(path ?? '')?.[word];
      if (isPublished(value)) return [value];
      const table = (value as { table?: unknown } | undefined)?.table;
      return typeof table === 'string' ? [table] : [];
    });
    return [...new Set([...ofPapers, ...[...words].filter((word) => this.#tables.has(word))])];
  }

  /** Check a part of a statement (a condition, a column or an order) within statements over the likely tables. */
  async #condition(file: SourceFile, node: SyntaxNode): Promise<void> {
    this.#conditions += 1;
    let worst = this.#refused.get(node);
    for (const one of possibleTexts(this.#files, this.#modules, file, node)) {
      const own = this.#tablesIn(file);
      const tables = own.length ? own : this.#likelyTables(one, file);
      const texts = [...fillings(one.pieces, tables)].slice(0, 8);
      const judged = await this.#first(texts.flatMap((text) => [...contextsOf(text, tables)]));
      if (judged.fault) worst ??= judged;
      else this.#reach(one);
    }
    if (worst && !this.#reached.has(node))
      this.#report(file, node, `${must(worst.fault, 'fault').message}: ${shortened(textOf(node))}`);
  }

  #report(file: SourceFile, node: SyntaxNode, words: string): void {
    this.#problems.set(node, { path: file.path, line: file.lineOf(node), words });
  }
}

const isText = (node: SyntaxNode): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** Return the text of a literal; each expression in a template is replaced by 1. */
const textOf = (node: SyntaxNode): string =>
  node.type === 'Literal'
    ? String(node.value)
    : nodesAt(node, 'quasis')
        .map((quasi) => String((quasi.value as { cooked?: unknown }).cooked ?? ''))
        .join('1');

const hasUnknown = ({ pieces }: PossibleText): boolean => pieces.some((one) => one instanceof Unknown);

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
