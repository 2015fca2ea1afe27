export { decimalInput as priceInput } from '../decimal-input.view.tsx';
