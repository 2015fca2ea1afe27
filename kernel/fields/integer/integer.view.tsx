import { decimalView } from '../decimal.view.tsx';
import { type KindView, asString } from '../faces.view.tsx';

const counted = decimalView(false);

export const integerView: KindView = {
  ...counted,
  cell: (face) => ((face.field as { named?: boolean }).named ? asString(face.value) : counted.cell(face)),
};
