import type { ProcessFinding } from '../lint/process-finding.rules.ts';
import type { Extensions } from './extensions.rules.ts';
import type { LiteralReferences, ModdleElement } from './moddle-element.rules.ts';

/** State that all readers of elements of one file share. */
export interface ReadContext {
  readonly extensions: Extensions;
  readonly literals: LiteralReferences;
  /** Return the id of an element, or a generated one if the file names none. */
  idOf(element: ModdleElement): string;
  report(finding: ProcessFinding): void;
}

/** Return the value of an extension parsed as JSON. Undefined if it is missing, or invalid, which is reported. */
export function jsonOf<T>(element: ModdleElement, name: string, context: ReadContext): T | undefined {
  const text = context.extensions.text(element, name);
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    context.report({ code: 'extensionJson', level: 'error', node: context.idOf(element), detail: name });
    return undefined;
  }
}

/** Return the values of a text, split at commas outside of `${…}`. */
export function listOf(text: string): string[] {
  const values: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, letter] of [...text].entries()) {
    if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    else if (letter === ',' && depth === 0) {
      values.push([...text].slice(from, at).join(''));
      from = at + 1;
    }
  }
  return [...values, [...text].slice(from).join('')].map((value) => value.trim()).filter((value) => value !== '');
}
