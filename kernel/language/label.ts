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

/** Between the two languages, as JSON writes it. */
const BESIDE_IN_JSON = String.raw`\u001f`;

/** Is what stands at a place of a JSON text taken literally, since a backslash before it is not itself one of a pair? */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** The next quote that begins or ends a text of a JSON text, forward or backward from a place within it. */
function quoteFrom(json: string, from: number, step: 1 | -1): number {
  const next = (at: number): number => (step === 1 ? json.indexOf('"', at) : json.lastIndexOf('"', at));
  let at = next(from);
  while (isEscaped(json, at)) at = next(at + step);
  return at;
}

/** JSON on its way to a reader: what rows keep in both languages is told in his. It is not parsed: most of an answer is in no language. */
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

/** Of a text in both languages, that of the reader. */
export const textIn = (text: string, language: Language): string => labelIn(bilingual(text), language);

/** English labels open a sentence with a capital; inside one they are written small, unless they are names like `MAC`. */
export const inSentence = (english: string): string =>
  /^[A-Z][a-z]/.test(english) ? english[0].toLowerCase() + english.slice(1) : english;

/** English words within a sentence: in small letters, but for those that are all capitals (API, SMS). */
export const lowered = (words: string): string => words.replaceAll(/\b[A-Z][a-z]*\b/g, (word) => word.toLowerCase());
