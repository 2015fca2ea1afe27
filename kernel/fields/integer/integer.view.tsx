import { isEmpty } from '../kind.ts';
import { decimalView } from '../decimal.view.tsx';
import { type KindView, asString } from '../faces.view.tsx';
import { labelIn } from '#kernel/language/label.ts';
import { spanWords } from './span-words.ts';

const counted = decimalView(false);

export const integerView: KindView = {
  ...counted,
  cell(face) {
    const { named, seconds } = face.field as { named?: boolean; seconds?: boolean };
    if (named) return asString(face.value);
    if (!seconds) return counted.cell(face);
    return isEmpty(face.value) ? '' : labelIn(spanWords(Number(face.value)), face.language);
  },
};
