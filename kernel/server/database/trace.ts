import { ByText } from './statement-cache.ts';

/** Statements of one kind in a request: verb and table, number, and total time. Never their values. */
export interface Statements {
  readonly kind: string;
  readonly count: number;
  readonly ms: number;
}

const MAX_KINDS = 40;
const MAX_STEPS = 200;
const kinds = new ByText<string>();

/**
 * Return the verb of a statement and the first table it names: `select ascustomer`. Values are parameters, so they
 * cannot be part of it.
 */
export function kindOfStatement(text: string): string {
  let kind = kinds.get(text);
  if (kind === undefined) {
    // “extract(epoch from …)” names no table. A statement with “with” is named by what it writes, or is a read.
    const plain = text.replaceAll(/extract\s*\(\s*\w+\s+from/gi, '');
    const verb = (
      /^\s*with\b/i.test(plain)
        ? (/\b(insert|update|delete)\s+(?:into|from|[a-z_]+\s+(?:[a-z]\s+)?set)\b/i.exec(plain)?.[1] ?? 'select')
        : (/\b(insert|update|delete|select)\b/i.exec(plain)?.[1] ?? 'other')
    ).toLowerCase();
    const table = /\b(?:from|into|update)\s+"?([a-z_]\w*)/i.exec(plain)?.[1].toLowerCase();
    kind = table ? `${verb} ${table}` : verb;
    kinds.set(text, kind);
  }
  return kind;
}

type Counts = Map<string, { count: number; ms: number }>;

/** Count one statement or step of this kind, with its time. Above `most` different kinds, new ones are not counted. */
function add(counts: Counts, kind: string, ms: number, most: number): void {
  const known = counts.get(kind);
  if (known) {
    known.count += 1;
    known.ms += ms;
  } else if (counts.size < most) counts.set(kind, { count: 1, ms });
}

const rounded = (counts: Counts): Statements[] =>
  [...counts].map(([kind, { count, ms }]) => ({ kind, count, ms: Math.round(ms * 10) / 10 }));

/** Counts of the statements of one request, and of the steps of its acts. */
export class Trace {
  readonly #kinds: Counts = new Map();
  readonly #steps: Counts = new Map();
  /** Are the steps of acts counted? Only where the log prints them. */
  readonly countsSteps: boolean;

  constructor(countsSteps = false) {
    this.countsSteps = countsSteps;
  }

  note(text: string, ms: number): void {
    add(this.#kinds, kindOfStatement(text), ms, MAX_KINDS);
  }

  /** Count a step of an act: `<paper>.<act> <step>`. */
  noteStep(name: string, ms: number): void {
    add(this.#steps, name, ms, MAX_STEPS);
  }

  /** Return the statements, the most expensive first. */
  get statements(): Statements[] {
    return rounded(this.#kinds).toSorted((a, b) => b.ms - a.ms);
  }

  /** Return the steps in the order of their first run. A step that does other acts includes their time. */
  get steps(): Statements[] {
    return rounded(this.#steps);
  }
}
