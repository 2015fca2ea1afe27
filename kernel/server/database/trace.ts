import { ByText } from './statement-cache.ts';

/** Statements of one kind that a request sent: what they do to which table, how many, and how long all of them took. Never what was asked for. */
export interface Statements {
  readonly kind: string;
  readonly count: number;
  readonly ms: number;
}

const MOST_KINDS = 40;
const MAX_STEPS = 200;
const kinds = new ByText<string>();

/** What a statement does, and the first table it names: `select ascustomer`. Only words of our own text, which holds no values. */
export function kindOfStatement(text: string): string {
  let kind = kinds.get(text);
  if (kind === undefined) {
    // “extract(epoch from …)” names no table; what begins with “with” does what it writes, or reads.
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

/** Add one to its kind; of more kinds than `most` nothing is counted. */
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
  /** Steps are counted where they are printed. */
  readonly countsSteps: boolean;

  constructor(countsSteps = false) {
    this.countsSteps = countsSteps;
  }

  note(text: string, ms: number): void {
    add(this.#kinds, kindOfStatement(text), ms, MOST_KINDS);
  }

  /** Count a step of an act: `<paper>.<act> <step>`. */
  noteStep(name: string, ms: number): void {
    add(this.#steps, name, ms, MAX_STEPS);
  }

  /** The most expensive first. */
  get statements(): Statements[] {
    return rounded(this.#kinds).toSorted((a, b) => b.ms - a.ms);
  }

  /** In the order of their first run. A step that does other acts counts their time too. */
  get steps(): Statements[] {
    return rounded(this.#steps);
  }
}
