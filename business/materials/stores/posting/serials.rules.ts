import { codeText } from '#kernel/fields/text/code-text.ts';

/** Return the serial numbers of a text in their one form, without duplicates; commas or blanks separate them. */
export const serialsIn = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[\s,，、;；]+/)
      .map(codeText)
      .filter(Boolean),
  ),
];
