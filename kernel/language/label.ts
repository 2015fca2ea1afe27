/** The two languages of the product; Chinese is what a person gets who has not chosen. */
export type Language = 'zh' | 'en';

/** A text in both languages, written where it is used: `['报修单', 'Repair form']`. */
export type Label = readonly [zh: string, en: string];

export const languages: readonly Language[] = ['zh', 'en'];

/** The text of a label in one language. */
export const say = (label: Label, language: Language): string => label[language === 'en' ? 1 : 0];

/** A label as one text, for a table: what the product says there is read by people of both languages. */
export const inBoth = ([zh, en]: Label): string => (zh === en ? zh : `${zh}\n${en}`);

/** Words for a log: what a person typed, or what the product says, in both languages. */
export type Said = string | Label;

const inOneLine = (text: string): string => text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ');

/** Words for a log as they are kept and read by `saidIn`. A line break parts the two languages, so one that was typed becomes a space. */
export const keptWords = (words: Said): string => (typeof words === 'string' ? inOneLine(words) : inBoth([inOneLine(words[0]), inOneLine(words[1])]));

/** Of a text in both languages, that of the reader; what was written in one alone is read by all. */
export function saidIn(text: string, language: Language): string {
  const [zh, en = zh] = text.split('\n');
  return say([zh, en], language);
}

/** English labels open a sentence with a capital; inside one they are written small, unless they are names like `MAC`. */
export const inSentence = (english: string): string =>
  /^[A-Z][a-z]/.test(english) ? english[0].toLowerCase() + english.slice(1) : english;

/** English words within a sentence: in small letters, but for those that are all capitals (API, SMS). */
export const lowered = (words: string): string => words.replaceAll(/\b[A-Z][a-z]*\b/g, (word) => word.toLowerCase());
