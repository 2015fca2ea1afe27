export { decimalInput as integerInput } from '../decimal-input.view.tsx';
