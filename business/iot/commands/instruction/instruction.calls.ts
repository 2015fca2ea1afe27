import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { list } from '#kernel/language/calls/shape.ts';
import { thingModel } from '../../models/thing-model.paper.ts';
import { sendable } from '../content/sendable.calls.ts';
import { instruction } from './instruction.paper.ts';

/** Properties and services of a model with their present risk, of which an instruction is made. */
export const modelSendables = call(instruction, 'sendables', {
  method: 'GET',
  needs: 'view',
  title: ['物模型可用于指令的功能', 'What an instruction to a model may use'],
  query: { modelId: id(thingModel.title, { required: true }) },
  answer: list(sendable),
});
