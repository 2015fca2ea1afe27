/** The two languages of the product; Chinese is what a person gets who has not chosen. */
export type Language = 'zh' | 'en';

/** A text in both languages, written where it is used: `['报修单', 'Repair request']`. */
export type Label = readonly [zh: string, en: string];

export const languages: readonly Language[] = ['zh', 'en'];

/** The text of a label in one language. */
export const labelIn = (label: Label, language: Language): string => label[language === 'en' ? 1 : 0];

/** Between the two languages of one text: no key types it. */
export const BESIDE = '\u001f';

/** A label as one text, for a table: what the product says there is read by people of both languages. */
export const inBoth = ([zh, en]: Label): string => (zh === en ? zh : `${zh}${BESIDE}${en}`);

/** Words for a row: what a person typed, or what the product says, in both languages. */
export type LocalizedText = string | Label;

/** Words as a row keeps them and `saidIn` reads them; `most` cuts each language to so many letters. */
export function storedText(words: LocalizedText, most = Infinity): string {
  const cut = (text: string): string => {
    const letters = [...text.trim()];
    return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
  };
  return inBoth((typeof words === 'string' ? bilingual(words) : words).map(cut) as [string, string]);
}

/** A text of a row in both languages; what was written in one alone is read by all. */
export function bilingual(text: string): Label {
  const at = text.indexOf(BESIDE);
  return at < 0 ? [text, text] : [text.slice(0, at), text.slice(at + 1)];
}

/** JSON on its way to a reader: what rows keep in both languages is told in his. */
export const localizeJson = (json: string, language: Language): string =>
  json.includes('\\u001f')
    ? JSON.stringify(
        JSON.parse(json, (_key, value: unknown) =>
          typeof value === 'string' && value.includes(BESIDE) ? textIn(value, language) : value,
        ),
      )
    : json;

/** Of a text in both languages, that of the reader. */
export const textIn = (text: string, language: Language): string => labelIn(bilingual(text), language);

/** English labels open a sentence with a capital; inside one they are written small, unless they are names like `MAC`. */
export const inSentence = (english: string): string =>
  /^[A-Z][a-z]/.test(english) ? english[0].toLowerCase() + english.slice(1) : english;

/** English words within a sentence: in small letters, but for those that are all capitals (API, SMS). */
export const lowered = (words: string): string => words.replaceAll(/\b[A-Z][a-z]*\b/g, (word) => word.toLowerCase());
