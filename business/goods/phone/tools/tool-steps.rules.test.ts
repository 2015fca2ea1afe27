import { expect, test } from 'vitest';
import { goodsOf, stepOf, heldToolOf } from '../../testing/phone-goods.ts';
import { withGoodsSteps } from '../goods-steps.rules.ts';
import {
  TOOLS_EDIT_STEP,
  TOOLS_STEP,
  TOOLS_SUBMIT_STEP,
  TOOL_PHOTO_STEP,
  calibrationWords,
  dueState,
  toolDueWords,
  toolWarning,
  toolsByDue,
} from './tool-steps.rules.ts';

const TODAY = '2026-11-24';

test('tools that are due come first, and permanent ones are never due', () => {
  const tools = [
    heldToolOf('1', null),
    heldToolOf('2', '2026-12-05'),
    heldToolOf('3', TODAY),
    heldToolOf('4', '2026-11-20'),
  ];
  expect(toolsByDue(tools).map((one) => [one.id, dueState(one, TODAY), toolDueWords(one, TODAY)[0]])).toEqual([
    ['4', 'overdue', '超 4 天'],
    ['3', 'today', '今天还'],
    ['2', 'later', '12-05 还'],
    ['1', 'permanent', '长期'],
  ]);
  expect(toolDueWords(tools[1], TODAY)[1]).toBe('Due 5 Dec');
});

test('the line of the tools names the most urgent fact', () => {
  const meter = heldToolOf('5', null, { toolName: '数字压力表', calibrateDue: '2026-12-08' });
  const words = (...tools: Parameters<typeof toolWarning>[0]) => toolWarning(tools, TODAY)?.words[0];
  expect(words(meter, heldToolOf('3', TODAY), heldToolOf('4', '2026-11-20'), heldToolOf('6', '2026-11-19'))).toBe(
    '工具6等 2 件逾期未还',
  );
  expect(words(meter, heldToolOf('3', TODAY))).toBe('工具3今天要还');
  expect(words(meter, heldToolOf('2', '2026-12-05'))).toBe('数字压力表 12-08 要校准');
  expect(words(heldToolOf('2', '2026-12-05'))).toBeUndefined();
  expect(calibrationWords('2026-12-25', TODAY)).toBeNull();
  expect(calibrationWords('2026-11-23', TODAY)?.[0]).toBe('校准已过期');
});

test('applications and photos that wait on the phone show at once', () => {
  const goods = goodsOf({ tools: [heldToolOf('1', TODAY)] });
  const lines = [{ toolId: 't', toolName: '冲击钻', qty: 2 }];
  const shown = withGoodsSteps(
    goods,
    [
      stepOf(TOOLS_STEP, { matter: 'tools/1', body: { toolApplyType: 'borrow', reason: '打孔' }, facts: { lines } }),
      stepOf(TOOL_PHOTO_STEP, { body: { id: '1', when: 'return' } }),
    ],
    100,
  );
  expect(shown.toolRequests).toMatchObject([
    { id: 'tools/1', toolApplyStatus: 'queued', lines: [{ toolName: '冲击钻', applyQty: '2' }] },
  ]);
  expect(shown.tools).toMatchObject([{ outPhotos: 0, returnPhotos: 1 }]);
  const stored = goodsOf({ toolRequests: [{ ...shown.toolRequests[0], id: '9', toolApplyStatus: 'returned' }] });
  const edit = stepOf(TOOLS_EDIT_STEP, { body: { id: '9', reason: '改' }, facts: { lines: [] } });
  expect(withGoodsSteps(stored, [edit], 100).toolRequests).toMatchObject([
    { toolApplyStatus: 'queued', reason: '改', lines: [] },
  ]);
  const submission = stepOf(TOOLS_SUBMIT_STEP, { body: { id: '9' } });
  expect(withGoodsSteps(stored, [submission], 100).toolRequests[0].toolApplyStatus).toBe('queued');
});
