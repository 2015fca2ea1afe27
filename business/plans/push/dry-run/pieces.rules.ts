/** A piece of a message: fixed text, or the value of a variable. */
export interface MessagePiece {
  readonly text: string;
  readonly variable: string | null;
}

/** Characters of a short message, and of each part of a longer one. */
const [ONE, EACH] = [70, 67] as const;

/** Return the number of short messages that a text needs. */
export function partsOfText(text: string): number {
  const { length } = [...text];
  return length <= ONE ? 1 : Math.ceil(length / EACH);
}

/** Return a template with its signature in pieces. Without values its variables stay in words. */
export const messagePieces = (
  {
    signName,
    content,
    pushChannel,
  }: { readonly signName: string; readonly content: string; readonly pushChannel: string },
  values: Readonly<Record<string, string>> | null,
): MessagePiece[] =>
  [...(pushChannel === 'sms' ? [`【${signName}】`] : []), ...content.split(/(\$\{\w+\})/)].flatMap(
    (text): MessagePiece[] => {
      const variable = /^\$\{(\w+)\}$/.exec(text)?.[1] ?? null;
      if (variable === null) return text ? [{ text, variable: null }] : [];
      return [{ text: values ? values[variable] || '____' : text, variable }];
    },
  );
