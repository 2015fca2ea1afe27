import type { KindView } from '../faces.view.tsx';
import { RefInput, RefSearch } from '../ref/ref.view.tsx';

export const personView: KindView = { cell: ({ label }) => label ?? '', Input: RefInput, Search: RefSearch };
