import { screen } from '#kernel/web/registry/screens.ts';
import { ContentInput, ParameterNames, VerifyInput } from './content-input.view.tsx';
import { instruction } from './instruction.paper.ts';

/** Instructions, whose content is made of the properties and services of the model. */
export default screen(instruction, {
  inputs: { content: ContentInput, paramForm: ParameterNames, verify: VerifyInput },
});
