import type { KindView } from '../faces.view.tsx';
import { RefInput, RefSearch } from '../ref/ref.view.tsx';

export const refsView: KindView = { cell: ({ label }) => label ?? '', Input: RefInput, Search: RefSearch };
