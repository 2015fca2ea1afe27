import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** Technicians of samples that have a van: a second sample of one technician uses the same. */
const withVan = new Set<string>();

/** The rows that samples of goods and tools need; for tests only. */
export default {
  async materialApply({ fresh }) {
    return {
      draft: true,
      dispId: undefined,
      registrationFormId: undefined,
      fromWarehouseId: await fresh('warehouse', { warehouseType: 'main' }),
    };
  },
  async materialApplyLine({ fresh }, asked) {
    return {
      materialId: await fresh('material', { materialType: 'part', trackMode: 'qty' }),
      ...(!('materialsApplyId' in asked) && {
        materialsApplyId: await fresh('materialApply'),
      }),
    };
  },
  async materialShipment({ fresh }) {
    return {
      draft: true,
      shipType: 'direct',
      dispId: undefined,
      fromWarehouseId: await fresh('warehouse', { warehouseType: 'main' }),
    };
  },
  async materialShipmentLine({ fresh }, asked) {
    return {
      applyDetailId: undefined,
      serialNos: undefined,
      materialId: await fresh('material', { materialType: 'part', trackMode: 'qty' }),
      ...(!('materialShipmentsId' in asked) && {
        materialShipmentsId: await fresh('materialShipment'),
      }),
    };
  },
  async materialReturn({ fresh }, asked) {
    // The van may go below zero: a sample needs no stock.
    const technicianId = typeof asked.technicianId === 'string' ? asked.technicianId : await fresh('technician');
    if (!withVan.has(technicianId)) {
      withVan.add(technicianId);
      await fresh('warehouse', { warehouseType: 'person', technicianId, deptId: undefined, allowNegative: true });
    }
    return {
      draft: true,
      technicianId,
      dispId: undefined,
      materialShipmentsId: undefined,
      toWarehouseId: await fresh('warehouse', { warehouseType: 'main' }),
    };
  },
  async materialReturnLine({ fresh }, asked) {
    return {
      completionId: undefined,
      completionSuppliesId: undefined,
      serialNos: undefined,
      materialId: await fresh('material', { materialType: 'part', trackMode: 'qty' }),
      ...(!('returnId' in asked) && { returnId: await fresh('materialReturn') }),
    };
  },
  async tool({ fresh }) {
    return {
      trackMode: 'serial',
      totalQty: '1',
      needCalibrate: false,
      calibrateDue: undefined,
      warehouseId: await fresh('warehouse', { warehouseType: 'main' }),
    };
  },
  async toolApply() {
    return { draft: true, toolApplyType: 'borrow', planReturnDate: '2026-12-31', dispId: undefined };
  },
  async toolLine({ fresh }, asked) {
    return {
      toolId: await fresh('tool'),
      applyQty: '1',
      ...(!('toolApplyId' in asked) && { toolApplyId: await fresh('toolApply') }),
    };
  },
} satisfies Readonly<Record<string, Fixtures>>;
