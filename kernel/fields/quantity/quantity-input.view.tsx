export { decimalInput as quantityInput } from '../decimal-input.view.tsx';
