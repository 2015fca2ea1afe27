export { refInput as refsInput } from '../ref/ref-input.view.tsx';
