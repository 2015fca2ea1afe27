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

/** The methods that send a statement, and which of their arguments it is. */
const SENDING: Readonly<Record<string, number>> = { query: 0, enqueue: 0, arrays: 1 };

const STATEMENT =
  /^[\s(]*(?:select\s|insert into\s|update \w+ (?:\w+ )?set\s|delete from\s|with (?:recursive )?\w+ as\s)/;

const LIKELY_TABLES = 4;

/** Names that are not there: a column, a table, a function, an alias. */
const UNKNOWN_NAMES = new Set(['42703', '42P01', '42883', '42P10']);

/** What PostgreSQL says of one text. */
interface Judged extends Described {
  readonly text: string;
}

/** What was said of the texts that one statement may come out as. */
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

  /** Of a way that none of the taken texts went: what says most. */
  get worst(): Judged | undefined {
    const left = [...this.#refused].filter(([way]) => !this.#taken.has(way)).map(([, judged]) => judged);
    return left.find(({ fault }) => UNKNOWN_NAMES.has(fault!.code)) ?? left[0];
  }
}

/** The way that all texts of a statement go. */
const WHOLE = '';

export interface StatementFindings {
  /** Statements that PostgreSQL was asked about, and conditions that stand apart from them. */
  readonly statements: number;
  readonly conditions: number;
  readonly problems: readonly StatementProblem[];
}

export interface StatementProblem {
  readonly path: string;
  readonly line: number;
  readonly words: string;
}

/** Asks PostgreSQL about every statement of some files, as they are written: each of its names must be there. */
export class StatementCheck {
  readonly #files: SourceFiles;
  readonly #modules: KnownModules;
  readonly #client: pg.Client;
  readonly #tables: ReadonlyMap<string, readonly string[]>;
  readonly #reached = new Set<SyntaxNode>();
  readonly #problems = new Map<SyntaxNode, StatementProblem>();
  /** What was said of statements that stand by themselves; they may still be parts of others. */
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

  /** Looks only at the statements that are sent where they are written out. */
  async lookAtWhole(paths: readonly string[]): Promise<StatementFindings> {
    this.#onlyWhole = true;
    await this.#calls(paths.map((path) => this.#files.file(path)!));
    return { statements: this.#statements, conditions: 0, problems: [...this.#problems.values()] };
  }

  async #calls(files: readonly SourceFile[]): Promise<void> {
    for (const file of files)
      for (const node of file.nodes) if (node.type === 'CallExpression') await this.#call(file, node);
  }

  /** Texts that no statement was made of so far, outer ones first. */
  *#textsIn(file: SourceFile): Generator<SyntaxNode> {
    for (const node of file.nodes)
      if (isText(node) && !this.#reached.has(node) && !this.#problems.has(node)) yield node;
  }

  async #call(file: SourceFile, call: SyntaxNode): Promise<void> {
    const callee = nodeAt(call, 'callee')!;
    const method = callee.type === 'MemberExpression' ? nameOf(nodeAt(callee, 'property')) : '';
    if (!Object.hasOwn(SENDING, method)) return;
    const node = nodesAt(call, 'arguments')[SENDING[method]];
    // What a function hands on is looked at where it is written.
    if (node && node.type !== 'ObjectExpression')
      await this.#statement(file, node, nodesAt(nodeAt(call, 'typeArguments'), 'params')[0]);
  }

  /** All that a statement may come out as; each of its conditions must lead to one that PostgreSQL takes. */
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
    // What is refused by itself may be a part of another statement.
    if (worst && !verdicts.isTaken && isText(node) && type === undefined) this.#refused.set(node, worst);
    else if (worst) this.#report(file, node, `${must(worst.fault, 'fault').message}: ${shortened(worst.text)}`);
  }

  #reach({ literals }: PossibleText): void {
    for (const literal of literals) this.#reached.add(literal);
  }

  /** Undefined where nothing is known of the text. */
  async #judge(one: PossibleText, file: SourceFile): Promise<Judged | undefined> {
    if (this.#onlyWhole && hasUnknown(one)) return undefined;
    if (!one.pieces.some((piece) => typeof piece === 'string' && /\w{3}/.test(piece))) return undefined;
    return this.#first(fillings(one.pieces, this.#likelyTables(one, file)));
  }

  /** The first of some texts that PostgreSQL takes; else the one that it understood best. */
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

  /** What an unknown table may be: one that the file speaks of, or that has the most of the columns that the text names. */
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

  /** Tables that a file speaks of, by their papers or by their names. */
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

  /** A condition, a column or an order that the kernel puts into a statement of its own. */
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

/** What is known of a text as it stands in the source. */
const textOf = (node: SyntaxNode): string =>
  node.type === 'Literal'
    ? String(node.value)
    : nodesAt(node, 'quasis')
        .map((quasi) => String((quasi.value as { cooked?: unknown }).cooked ?? ''))
        .join('1');

const hasUnknown = ({ pieces }: PossibleText): boolean => pieces.some((one) => one instanceof Unknown);

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
