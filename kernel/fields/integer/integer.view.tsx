import { decimalView } from '../decimal.view.tsx';

export const integerView = decimalView(false);
