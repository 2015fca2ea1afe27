import type { KindView } from '../faces.view.tsx';

export const refsView: KindView = { cell: ({ label }) => label ?? '' };
