import { id } from '#kernel/fields/ref/ref.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { anyText, fileAnswer, list, of, record } from '#kernel/language/calls/shape.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { materialShipment } from './material-shipment.paper.ts';

/** All lines of a shipment. */
export const shipmentLines = call(materialShipmentLine, 'selectNoPage', {
  method: 'GET',
  needs: 'view',
  title: ['发料单全部明细', 'All lines of a shipment'],
  query: { materialShipmentsId: id(materialShipment.title, { required: true }) },
  answer: list(of(materialShipmentLine)),
});

/** Shipments that are handed over and not closed, with their lines: for pickers. */
export const openShipments = call(materialShipment, 'noPage', {
  method: 'GET',
  needs: 'view',
  title: ['在手发料单（不分页）', 'Open shipments without pages'],
  query: { dispId: id(['派工单', 'Dispatch order']), technicianId: id(['领料人', 'Technician']) },
  answer: list(of(materialShipment, null, { lines: list(of(materialShipmentLine)) })),
});

/** Make one draft shipment from the rest of released requests. */
export const pushApply = call(materialShipment, 'pushApply', {
  method: 'POST',
  needs: 'add',
  title: ['由领料单生成发料单', 'Make a draft from requests'],
  body: {
    materialApplyIds: several(['领料单', 'Requests'], id(['领料单', 'Request'], { required: true }), {
      required: true,
      most: 100,
    }),
  },
  answer: of(materialShipment),
});

const copying = {
  needs: 'view',
  title: ['复制为领料申请', 'Copy as a new request'],
  query: { id: id(materialShipment.title, { required: true }) },
  answer: record({ id: anyText, applyNo: anyText }),
} as const;

/** A new draft request with the lines of a shipment. */
export const copyApply = call(materialShipment, 'copyApply/{id}', { method: 'POST', ...copying });
export const copyApplyByGet = call(materialShipment, 'copyApply/{id}', { method: 'GET', ...copying });

/** One shipment with its lines as a sheet. */
export const shipmentSheet = call(materialShipment, 'exportExcel/{id}', {
  method: 'GET',
  needs: 'export',
  title: ['导出发料单', 'One shipment as xlsx'],
  query: { id: id(materialShipment.title, { required: true }) },
  answer: fileAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});
