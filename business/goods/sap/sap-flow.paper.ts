import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { stockBillType } from '#business/materials/dictionaries.ts';
import { sapDirection, sapObject, sapStatus } from '../dictionaries.ts';
import { flowRights } from '../rights.rules.ts';
import { flowLifecycle } from './flow-lifecycle.rules.ts';

/** One movement of one item that is sent to SAP, or that SAP sent. */
export const sapFlow = paper('sapFlow', {
  title: ['SAP仓库流水', 'SAP flow'],
  table: 'assapwarehouseflow',
  path: 'blade-maintenance/webApi/assapwarehouseflow',
  rights: flowRights,
  sight: 'shared',
  caption: 'flowNo',
  hint: ['itemName', 'billNo'],
  readOnly: true,
  lifecycle: flowLifecycle,
  indexed: { billId: 'rows of a document' },
  partialIndexes: [
    { by: 'laneCode', where: { sapStatus: ['queued', 'failed'] } },
    { by: 'nextRetryTime', where: { sapStatus: ['queued'] } },
  ],
  fields: {
    flowNo: paperNumber(['流水号', 'Flow no.'], 'SL'),
    direction: dict(sapDirection, ['方向', 'Direction'], { auto: true, list: true, filter: 'exact' }),
    sapObject: dict(sapObject, ['SAP单据', 'SAP object'], { auto: true, list: true, filter: 'exact' }),
    sapDocEntry: integer(['DocEntry', 'DocEntry'], { auto: true, filter: 'exact' }),
    sapDocNum: text(['SAP单号', 'SAP no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    sapLineNum: integer(['行号', 'Line'], { auto: true }),
    itemCode: text(['物料编码', 'Material code'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    itemName: text(['物料名称', 'Material name'], { auto: true, list: true, filter: 'like', max: 200 }),
    fromWhsCode: text(['出库仓', 'From'], { auto: true, list: true, filter: 'exact', max: 8, code: true }),
    toWhsCode: text(['入库仓', 'To'], { auto: true, list: true, filter: 'exact', max: 8, code: true }),
    qty: quantity(['数量', 'Quantity'], { auto: true, list: true }),
    postDate: day(['过账日期', 'Posted'], { auto: true, list: true, filter: 'range' }),
    billType: dict(stockBillType, ['业务单据', 'Our document'], { auto: true, list: true, filter: 'exact' }),
    billId: id(['业务单据ID', 'Document id'], { wire: true, auto: true, filter: 'exact' }),
    billNo: text(['业务单号', 'Document no.'], { auto: true, list: true, filter: 'like', max: 32 }),
    sapStatus: dict(sapStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    retryCount: integer(['重试次数', 'Retries'], { auto: true, list: true }),
    nextRetryTime: moment(['下次重试', 'Next retry'], { auto: true }),
    errorMessage: text(['错误信息', 'Error'], { auto: true, list: true, max: 500, wide: true, isProductText: true }),
    requestBody: structured(['请求报文', 'Request'], { auto: true, free: 'foreignMessage' }),
    responseBody: structured(['响应报文', 'Response'], { auto: true, free: 'foreignMessage' }),
    idempotencyKey: text(['幂等键', 'Idempotency key'], { auto: true, unique: true, max: 96 }),
    // Not in the design: the line of the document, the order of sending, the moment of the first attempt, and serial
    // numbers. `failures` counts all of them: a retry by the store resets the retries.
    billLineId: id(['业务单据明细ID', 'Document line id'], { wire: true, auto: true }),
    laneCode: text(['推送顺序仓', 'Order of sending'], { auto: true, max: 8 }),
    sendTime: moment(['推送时间', 'Sent at'], { auto: true, list: true }),
    serialNos: text(['序列号', 'Serial nos.'], { auto: true, max: 500 }),
    failures: integer(['失败次数', 'Failures'], { auto: true }),
  },
  groups: [
    {
      label: ['流水', 'Flow'],
      fields: [
        'flowNo',
        'direction',
        'sapObject',
        'itemCode',
        'itemName',
        'fromWhsCode',
        'toWhsCode',
        'qty',
        'postDate',
      ],
    },
    { label: ['业务单据', 'Document'], fields: ['billType', 'billNo', 'billId', 'billLineId', 'serialNos'] },
    {
      label: ['SAP', 'SAP'],
      fields: [
        'sapStatus',
        'sapDocNum',
        'sapDocEntry',
        'sapLineNum',
        'retryCount',
        'failures',
        'sendTime',
        'nextRetryTime',
        'errorMessage',
        'idempotencyKey',
        'requestBody',
        'responseBody',
      ],
    },
  ],
  views: {
    failed: { label: ['失败', 'Failed'], filter: { sapStatus: 'failed' }, worry: true },
    queued: { label: ['排队中', 'Queued'], filter: { sapStatus: 'queued' } },
    inbound: { label: ['接收', 'Inbound'], filter: { direction: 'in' } },
  },
  buttons: {
    inbound: { label: ['SAP写入', 'Written by SAP'], roles: ['as_sap'] },
    adopt: { label: ['采用SAP库存', 'Adopt the stock of SAP'], roles: ['as_store', 'as_manager'] },
  },
  card: ['flowNo', 'sapStatus', 'itemName', 'qty', 'billNo'],
  menu: { group: 'goods', icon: 'upload', path: '/maintenance/assapwarehouseflow', sort: 40 },
  logAs: 'sap',
});
