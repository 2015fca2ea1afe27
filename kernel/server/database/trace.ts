import { ByText } from './statement-cache.ts';

/** Statements of one kind that a request sent: what they do to which table, how many, and how long all of them took. Never what was asked for. */
export interface Statements {
  readonly kind: string;
  readonly count: number;
  readonly ms: number;
}

const MOST_KINDS = 40;
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

/** What one request asks the database, counted. */
export class Trace {
  readonly #kinds = new Map<string, { count: number; ms: number }>();

  note(text: string, ms: number): void {
    const kind = kindOfStatement(text);
    const known = this.#kinds.get(kind);
    if (known) {
      known.count += 1;
      known.ms += ms;
    } else if (this.#kinds.size < MOST_KINDS) this.#kinds.set(kind, { count: 1, ms });
  }

  /** The most expensive first. */
  get statements(): Statements[] {
    return [...this.#kinds]
      .map(([kind, { count, ms }]) => ({ kind, count, ms: Math.round(ms * 10) / 10 }))
      .toSorted((a, b) => b.ms - a.ms);
  }
}
