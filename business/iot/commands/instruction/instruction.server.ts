import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import {
  contentProblem,
  higherRisk,
  kindOfContent,
  riskOfContent,
  verificationProblem,
} from '../content/command-content.rules.ts';
import { riskyAttributes, sendableOf } from '../content/risky-attributes.server.ts';
import { modelSendables } from './instruction.calls.ts';
import { instruction } from './instruction.paper.ts';

type Instruction = Row<typeof instruction>;

const assertNone = (field: string, problem: Label | null): void => {
  if (problem)
    throw refuse.contentMalformed({ zh: problem[0], en: problem[1] }, { fields: [{ field, words: problem }] });
};

export default behaviour<typeof instruction>(instruction, {
  calls: [
    implement(modelSendables, {
      read: async ({ modelId }, reading) =>
        (await riskyAttributes(reading, modelId)).filter(({ attrType }) => attrType !== 'event').map(sendableOf),
    }),
  ],
  async saving(context, { before, values }) {
    const after = { ...before, ...values } as Instruction;
    const attributes = await riskyAttributes(context, after.modelId);
    assertNone('content', contentProblem(attributes, after.content));
    if (kindOfContent(after.content) !== after.instructionType)
      assertNone('instructionType', ['指令类型与内容不符', 'The kind does not fit the content']);
    if (after.verify) assertNone('verify', verificationProblem(attributes, after.verify));
    // An instruction may raise the risk of its attributes, never lower it.
    return { riskLevel: higherRisk(after.riskLevel, riskOfContent(attributes, after.content)) };
  },
});
