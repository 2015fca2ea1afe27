import { type Field, type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import { type Label, textIn, bilingual } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, hasControls, malformed, textOperators, tooLong } from '../kind.ts';
import { codeText } from './code-text.ts';
import { idCardProblem, sampleIdCard } from './id-card.ts';
import { lineText } from './line-text.ts';

/** Options of a line of text. */
interface LineOptions {
  readonly max?: number;
  readonly code?: boolean;
  /** Returns the form in which a typed text is stored, by forms, calls and imports alike. */
  readonly storedAs?: (typed: string) => string;
}

/**
 * A line of text of at most `max` characters (default 200). With `code` it identifies a thing, and is stored in the
 * form of `codeText`.
 */
export const text = <const O extends FieldOptions & LineOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('text', label, options, { max: 200 });

/** Return a sample. The text is shortened and not the number, because the number distinguishes the samples. */
const sampleLine = (of: Field, n: number): string =>
  `${((of as { code?: boolean }).code ? 'SN' : of.label[0]).slice(0, Math.max(0, (of.max ?? 200) - String(n).length))}${n}`;

/** Return a text in the form in which a field stores it. */
function storedText(text: string, of: Field & LineOptions): string {
  // A text of the product may cite a text of several lines.
  const read = of.code ? codeText(text) : of.isProductText ? text : lineText(text);
  return of.storedAs?.(read) ?? read;
}

/** Properties of a kind for a line of text; paper numbers share them. */
export const line: Omit<Kind, 'name'> = {
  chosen: false,
  operators: textOperators,
  orders: true,
  width: 150,
  accept(value, of): Accepted {
    const incoming = incomingText(value);
    if (incoming === undefined) return malformed(of);
    const read = storedText(incoming, of);
    const wrongCard = of.personal === 'idCard' && read !== '' ? idCardProblem(read) : undefined;
    if (wrongCard) return { problem: wrongCard };
    // A text that the product wrote contains both languages; check each of them.
    const texts = of.isProductText ? bilingual(read) : [read];
    if (texts.some(hasControls)) return malformed(of);
    return texts.some((one) => [...one].length > (of.max ?? 200)) ? tooLong(of, of.max ?? 200) : { value: read };
  },
  text: (value, of, { language }) => (of.isProductText ? textIn(String(value), language) : String(value)),
  // A sheet contains texts by people, so a separator of two languages in a cell is refused as a control character.
  parse: (cell, of) => (hasControls(cell) ? malformed(of) : line.accept(cell, of)),
  sample: (of, n) => (of.personal === 'idCard' ? sampleIdCard(n) : sampleLine(of, n)),
  schema: (of) => ({ type: 'string', maxLength: of.max ?? 200 }),
};

export const textKind: Kind = { ...line, name: 'text', freeText: 'line', groups: true };
