import { decimalView } from '../decimal.view.tsx';

export const rateView = decimalView(true);
