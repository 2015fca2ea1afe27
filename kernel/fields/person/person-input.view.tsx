export { refInput as personInput } from '../ref/ref-input.view.tsx';
