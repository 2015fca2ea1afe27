import { dict } from '#kernel/fields/dict/dict.ts';
import { files } from '#kernel/fields/file/file.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { toolLineStatus } from '../dictionaries.ts';
import { toolApplyRights } from '../rights.rules.ts';
import { MAX_TOOL_PHOTOS } from './tool.rules.ts';

/** One tool of an application; saved with it. */
export const toolLine = paper('toolLine', {
  title: ['工具明细', 'Tool line'],
  table: 'astooldetails',
  path: 'blade-maintenance/webApi/astooldetails',
  rights: toolApplyRights,
  team: { through: 'toolApplyId', paper: 'toolApply' },
  mine: [
    {
      steps: [
        { paper: 'toolApply', at: 'id', on: 'toolApplyId' },
        { paper: 'technician', at: 'id', on: 'technicianId' },
      ],
      person: 'userId',
    },
  ],
  caption: 'toolName',
  hint: ['serialNo', 'applyQty'],
  fields: {
    toolApplyId: ref('toolApply', ['申请单', 'Application'], { required: true, filter: 'exact' }),
    toolId: ref('tool', ['工具', 'Tool'], { required: true, list: true, filter: 'exact' }),
    toolName: text(['工具名称', 'Tool name'], { auto: true, list: true, filter: 'like', max: 100 }),
    serialNo: text(['编号', 'Serial'], { auto: true, list: true, filter: 'like', max: 64, code: true }),
    applyQty: quantity(['申请数量', 'Requested'], { required: true, list: true, initial: '1' }),
    outQty: quantity(['发放数量', 'Handed out'], { auto: true, list: true }),
    returnQty: quantity(['归还数量', 'Returned'], { auto: true, list: true }),
    lostQty: quantity(['丢失数量', 'Lost'], { auto: true, list: true }),
    damageQty: quantity(['损坏数量', 'Damaged'], { auto: true, list: true }),
    // Not in the design: what is to come back in all, and the value of one piece today.
    dueQty: quantity(['应还数量', 'Due back'], { computed: true }),
    residualValue: money(['单件残值', 'Residual value of one'], { computed: true }),
    toolLineStatus: dict(toolLineStatus, ['状态', 'State'], {
      auto: true,
      list: true,
      filter: 'exact',
      initial: 'open',
    }),
    outPhoto: files(['发放照片', 'Photos out'], { takes: 'image', most: MAX_TOOL_PHOTOS }),
    returnPhoto: files(['归还照片', 'Photos back'], { takes: 'image', most: MAX_TOOL_PHOTOS }),
    compensateAmount: money(['赔偿金额', 'Compensation'], { auto: true, list: true }),
    wageLineId: ref('wageLine', ['工资扣款', 'Pay line'], { auto: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  card: ['toolName', 'applyQty', 'outQty', 'returnQty', 'toolLineStatus'],
});
