import { decimalView } from '../decimal.view.tsx';

export const quantityView = decimalView(true);
