/** The two languages of the product; Chinese is the default. */
export type Language = 'zh' | 'en';

/** A text in both languages, written where it is used: `['报修单', 'Repair request']`. */
export type Label = readonly [zh: string, en: string];

export const languages: readonly Language[] = ['zh', 'en'];

/** Return the text of a label in one language. */
export const labelIn = (label: Label, language: Language): string => label[language === 'en' ? 1 : 0];

/**
 * Separator between the Chinese and the English half of one stored text: a control character that no keyboard types.
 */
export const BESIDE = '\u001f';

/** Return both languages of a label as one text, for a column that people of both languages read. */
export const inBoth = ([zh, en]: Label): string => (zh === en ? zh : `${zh}${BESIDE}${en}`);

/** A text for a row: one that a person typed in one language, or a label that the product wrote. */
export type LocalizedText = string | Label;

/**
 * Return a text in the form in which rows store both languages and `textIn` reads them. `most`: the limit of characters
 * per language.
 */
export function storedText(words: LocalizedText, most = Infinity): string {
  const cut = (text: string): string => {
    const letters = [...text.trim()];
    return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
  };
  return inBoth((typeof words === 'string' ? bilingual(words) : words).map(cut) as [string, string]);
}

/** Split a stored text into its two languages. A text without the separator is the same in both. */
export function bilingual(text: string): Label {
  const at = text.indexOf(BESIDE);
  return at < 0 ? [text, text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The separator as JSON escapes it. */
const BESIDE_IN_JSON = String.raw`\u001f`;

/** Is the character at this position of a JSON text escaped, by an odd number of backslashes before it? */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/**
 * Return the position of the nearest unescaped quote, from a position inside a JSON string literal, forward (1) or
 * backward (-1).
 */
function quoteFrom(json: string, from: number, step: 1 | -1): number {
  const next = (at: number): number => (step === 1 ? json.indexOf('"', at) : json.lastIndexOf('"', at));
  let at = next(from);
  while (isEscaped(json, at)) at = next(at + step);
  return at;
}

/**
 * Return JSON in the reader's language: each text stored in both becomes one. The JSON is not parsed, because most
 * answers contain no such text.
 */
export function localizeJson(json: string, language: Language): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = json.indexOf(BESIDE_IN_JSON); at >= 0; at = json.indexOf(BESIDE_IN_JSON, at + 1)) {
    if (isEscaped(json, at)) continue;
    const end = quoteFrom(json, at, 1);
    if (language === 'zh') parts.push(json.slice(done, at));
    else parts.push(json.slice(done, quoteFrom(json, at, -1) + 1), json.slice(at + BESIDE_IN_JSON.length, end));
    done = end;
    at = end;
  }
  return done ? parts.join('') + json.slice(done) : json;
}

/** Return the reader's half of a text stored in both languages. */
export const textIn = (text: string, language: Language): string => labelIn(bilingual(text), language);

/**
 * Return an English label for the middle of a sentence: its first letter is small, unless it is an abbreviation like
 * `MAC`.
 */
export const inSentence = (english: string): string =>
  /^[A-Z][a-z]/.test(english) ? english[0].toLowerCase() + english.slice(1) : english;

/**
 * Return English words for the middle of a sentence: each in small letters, except those all in capitals (API, SMS).
 */
export const lowered = (words: string): string => words.replaceAll(/\b[A-Z][a-z]*\b/g, (word) => word.toLowerCase());
