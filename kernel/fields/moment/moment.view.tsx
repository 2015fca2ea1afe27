import { type KindView, asString } from '../faces.view.tsx';

export const momentView: KindView = { cell: ({ value }) => asString(value).slice(0, 16), detail: ({ value }) => asString(value) };
