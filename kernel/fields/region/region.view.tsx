import { type KindView, asString } from '../faces.view.tsx';

export const regionView: KindView = { cell: ({ label, value }) => label ?? asString(value) };
