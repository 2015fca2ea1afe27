export { decimalInput as moneyInput } from '../decimal-input.view.tsx';
