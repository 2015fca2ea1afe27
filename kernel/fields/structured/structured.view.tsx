import type { KindView } from '../faces.view.tsx';
import { structuredKind } from './structured.ts';

const words: KindView['cell'] = ({ value, field, label, language }) => label ?? (value ? structuredKind.text(value, field, { language, name: () => undefined }) : '');

export const structuredView: KindView = { cell: words };
