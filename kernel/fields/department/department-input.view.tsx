export { refInput as departmentInput } from '../ref/ref-input.view.tsx';
