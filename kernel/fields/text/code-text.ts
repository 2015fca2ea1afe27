/**
 * Return the normal form of an identifying number or code: capitals, plain dashes, no blanks, no invisible characters.
 */
export const codeText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .toUpperCase()
    .normalize('NFKC');
