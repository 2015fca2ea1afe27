import type { ReactNode } from 'react';
import { faceOf, viewOf } from '#kernel/fields/kinds.view.tsx';
import { kindOf } from '#kernel/fields/kinds.ts';
import { captionField } from '#kernel/language/caption.ts';
import { type Field, type Fields, isPaperNumber } from '#kernel/language/field.ts';
import { useLanguage } from '../../i18n/words.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

/** Return the fields of a card: those of the definition, else the first columns. */
const cardFields = (screen: ListScreenState): string[] => [
  ...(screen.of.card ??
    screen.columns
      .map((column) => column.key)
      .filter((name) => (screen.of.fields as Fields)[name])
      .slice(0, 5)),
];

/** Return whether a field is a long text: the card shows its line breaks, as far as it has room. */
export const isLongText = (field: Field): boolean => kindOf(field).freeText === 'lines';

function useValue(screen: ListScreenState): (row: WireRow, name: string) => ReactNode {
  const language = useLanguage();
  const fields = screen.of.fields as Fields;
  return (row, name) => {
    const field = fields[name];
    const own = screen.slots.columns?.[name];
    if (own) return own(row);
    return field
      ? ((isLongText(field) && viewOf(field).detail) || viewOf(field).cell)(faceOf(row, name, field, language))
      : '';
  };
}

/** The parts of a card: the field in its heading, the field with the document number, and the other fields. */
export interface CardParts {
  readonly first: string;
  readonly number: string | undefined;
  readonly rest: readonly string[];
  readonly show: (row: WireRow, name: string) => ReactNode;
}

export function useCardParts(screen: ListScreenState, row: WireRow): CardParts {
  const language = useLanguage();
  const show = useValue(screen);
  const { of } = screen;
  const fields = of.fields as Fields;
  const calling = captionField(of, row, language);
  // The heading is the name in the reader's language. The name in the other language is one of the fields.
  const names = cardFields(screen).map((name) =>
    name === of.caption ? calling : name === calling ? of.caption : name,
  );
  const number = names.find((name) => fields[name] && isPaperNumber(fields[name]));
  const rest = names.filter((name) => name !== of.lifecycle?.field && name !== number);
  // The heading opens the row, so a field that is a link itself, such as a phone number, cannot be the heading.
  const first = rest.find((name) => !(fields[name] && viewOf(fields[name]).links)) ?? calling;
  return { first, number, rest: rest.filter((name) => name !== first), show };
}
