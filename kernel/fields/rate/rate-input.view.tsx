export { decimalInput as rateInput } from '../decimal-input.view.tsx';
