import type { Label } from '#kernel/language/label.ts';

export type ScanTone = 'good' | 'wrong' | 'short' | 'plain';

/** The answer to a scan: what it was, what follows from it, and what to do next. */
export interface ScanVerdict {
  readonly tone: ScanTone;
  readonly head: Label;
  readonly text: Label;
  readonly next: Label;
}

export const NO_WORDS: Label = ['', ''];

const GO_ON: Label = ['接着扫就行，不用确认', 'Go on scanning, there is nothing to confirm'];

export const wrongVerdict = (head: Label, text: Label, next: Label = GO_ON): ScanVerdict => ({
  tone: 'wrong',
  head,
  text,
  next,
});

export const plainVerdict = (head: Label, text: Label = NO_WORDS, next: Label = NO_WORDS): ScanVerdict => ({
  tone: 'plain',
  head,
  text,
  next,
});

/** Return a place in a Chinese sentence. */
export const placeZh = (bin: string): string => (bin ? ` ${bin}` : '原处');

/** The verdict on the code of a material whose pieces are counted by their serial numbers. */
export const serialNeeded = ({ itemName }: { readonly itemName: string }): ScanVerdict =>
  wrongVerdict(
    ['按序列号点，没有计数', 'Counted by serial number, not counted'],
    [`${itemName}：扫每一件的序列号`, `${itemName}: scan the serial number of each piece`],
    NO_WORDS,
  );

/** The verdict on a typed quantity that a line cannot have. */
export const quantityRefused = (
  { itemName, isSerial }: { readonly itemName: string; readonly isSerial: boolean },
  text: string,
): ScanVerdict =>
  isSerial
    ? wrongVerdict(['按序列号点，不能改数', 'Counted by serial number: no quantity'], [itemName, itemName], NO_WORDS)
    : wrongVerdict(['数量不对', 'Not a quantity'], [text.slice(0, 20), text.slice(0, 20)], NO_WORDS);

/** The verdict on a code that nobody knows. */
export const unknownVerdict = (code: string): ScanVerdict =>
  wrongVerdict(
    ['认不出这个码，没有计数', 'Unknown code, not counted'],
    [code, code],
    ['看标签是否完整，或输入物料编码', 'Check the label, or type the material code'],
  );

/** The verdict while a code cannot be looked up. */
export const offlineVerdict = (code: string): ScanVerdict =>
  wrongVerdict(
    ['没有网络，认不出这个码', 'No network: this code cannot be looked up'],
    [code, code],
    ['先放一边，接着扫', 'Put it aside and go on'],
  );
