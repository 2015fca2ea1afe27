import { decimalView } from '../decimal.view.tsx';

export const moneyView = decimalView(false);
