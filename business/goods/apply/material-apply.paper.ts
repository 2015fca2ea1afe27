import { day } from '#kernel/fields/day/day.ts';
import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownTechnician } from '#business/masterdata/own-jobs.rules.ts';
import { materialArea } from '#business/materials/dictionaries.ts';
import { costButton } from '#business/materials/rights.rules.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { applyType, documentStatus } from '../dictionaries.ts';
import { applyRights } from '../rights.rules.ts';
import { applyLifecycle, byPhone } from './apply-lifecycle.rules.ts';

/** A technician's request for material from a store. */
export const materialApply = paper('materialApply', {
  title: ['领料申请', 'Material request'],
  table: 'asmaterialapply',
  path: 'blade-maintenance/webApi/asmaterialapply',
  calls: {
    detail: ['detail', 'detailById'],
    draft: ['save'],
    export: [{ path: 'examineExportExcel', filter: { documentStatus: 'submitted' } }],
  },
  rights: applyRights,
  team: { through: 'technicianId', paper: 'technician' },
  mine: ownTechnician,
  caption: 'applyNo',
  hint: ['technicianId', 'needDate'],
  search: ['applyNo', 'customerName', 'remark'],
  lifecycle: applyLifecycle,
  extras: { at: byPhone },
  fields: {
    applyNo: paperNumber(['领料单号', 'Request no.'], 'LL'),
    applyType: dict(applyType, ['领料类型', 'Type'], { required: true, list: true, filter: 'exact' }),
    technicianId: ref('technician', ['领料人', 'Technician'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    deptId: department(['部门', 'Department'], { auto: true, list: true, filter: 'exact' }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { filter: 'exact' }),
    registrationFormId: ref('registration', ['登记单', 'Work order'], { filter: 'exact' }),
    customerName: text(['客户姓名', 'Customer'], {
      auto: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 64,
    }),
    weibao: dict(weibao, ['维保类型', 'Cover'], { auto: true, list: true }),
    fromWarehouseId: ref('warehouse', ['发料仓库', 'From warehouse'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    toWarehouseId: ref('warehouse', ['个人库', 'To store'], { auto: true }),
    materialArea: dict(materialArea, ['物料区域', 'Area'], { list: true }),
    needDate: day(['需求日期', 'Needed by'], { required: true, list: true, filter: 'range' }),
    urgency: dict(urgency, ['紧急程度', 'Urgency'], { required: true, list: true, filter: 'exact', initial: 'normal' }),
    // Not in the design: the phone's time of a request that waited for the network.
    applyTime: moment(['申请时间', 'Requested at'], { auto: true, list: true }),
    totalQty: quantity(['总数量', 'Quantity'], { auto: true, list: true }),
    totalAmount: money(['总金额', 'Value'], { auto: true, list: true, readers: 'cost' }),
    documentStatus: dict(documentStatus, ['单据状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    examineUser: person(['审核人', 'Examined by'], { auto: true, list: true, filter: 'exact' }),
    examineTime: moment(['审核时间', 'Examined at'], { auto: true, list: true }),
    examineNote: text(['审核意见', 'Opinion'], { auto: true, list: true, max: 255, wide: true }),
    publishTime: moment(['下发时间', 'Released at'], { auto: true, list: true }),
    // Not in the design: copies of the print are counted.
    printCount: integer(['打印次数', 'Prints'], { auto: true }),
    remark: text(['备注', 'Remark'], { list: true, max: 500, wide: true }),
  },
  lines: { lines: { paper: 'materialApplyLine', parent: 'materialsApplyId', needed: true } },
  groups: [
    {
      label: ['领料', 'Request'],
      fields: [
        'applyNo',
        'applyType',
        'technicianId',
        'deptId',
        'fromWarehouseId',
        'toWarehouseId',
        'materialArea',
        'needDate',
        'urgency',
        'remark',
      ],
    },
    { label: ['工单', 'Work order'], fields: ['dispId', 'registrationFormId', 'customerName', 'weibao'] },
    { label: ['合计', 'Totals'], fields: ['totalQty', 'totalAmount'] },
    {
      label: ['审核', 'Examination'],
      fields: ['documentStatus', 'applyTime', 'examineUser', 'examineTime', 'examineNote', 'publishTime', 'printCount'],
    },
  ],
  shownWhen: {
    dispId: { field: 'applyType', is: ['job', 'project', 'exchange'] },
    registrationFormId: { field: 'applyType', is: ['job', 'project', 'exchange'] },
  },
  views: {
    toExamine: { label: ['待审核', 'To examine'], filter: { documentStatus: 'submitted' }, worry: true },
    toPublish: { label: ['待下发', 'To release'], filter: { documentStatus: 'approved' } },
    toShip: { label: ['待发', 'To ship'], filter: { documentStatus: 'published,partShipped' } },
    lacking: {
      label: ['答应了还缺', 'Promised, not in stock'],
      filter: { lacksStock: 'true' },
      worry: true,
    },
    shipped: { label: ['已发', 'Shipped'], filter: { documentStatus: 'shipped' } },
  },
  buttons: {
    ...costButton,
    examineAbove: { label: ['审核超限领料', 'Approve above the limit'], roles: ['as_store', 'as_manager'] },
    publishAbove: { label: ['下发超限领料', 'Release above the limit'], roles: ['as_manager'] },
  },
  card: ['applyNo', 'documentStatus', 'technicianId', 'needDate', 'totalQty', 'urgency'],
  menu: { group: 'goods', icon: 'clipboard-list', path: '/maintenance/asmaterialapply', sort: 10 },
  print: true,
  logAs: 'apply',
});
