import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, record, tree, yesOrNo } from '#kernel/language/calls/shape.ts';
import { schemeType } from './scheme-type.paper.ts';

/** Returns the types as a tree, with the number of sold contracts of each; `parentId` limits it to one branch. */
export const schemeTypeTree = call(schemeType, 'tree', {
  method: 'GET',
  needs: 'view',
  title: ['方案类型：选择用的树', 'Contract types: tree for a picker'],
  query: { parentId: id(['上级类型', 'Parent']) },
  answer: tree(
    'schemeTypeNode',
    record({
      id: anyText,
      parentId: anyText,
      title: anyText,
      key: anyText,
      value: anyText,
      fanganType: anyText,
      count: anyNumber,
      hasChildren: yesOrNo,
    }),
  ),
});
