import { decimalView } from '../decimal.view.tsx';

export const priceView = decimalView(true);
