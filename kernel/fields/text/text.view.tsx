import { type KindView, asString } from '../faces.view.tsx';

export const textView: KindView = { cell: ({ value }) => asString(value) };
