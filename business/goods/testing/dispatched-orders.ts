import { dataOf, type StoreSite } from './store-site.ts';

const at = 'blade-maintenance/webApi';
const DAY = '2026-11-23';

/** Return a function that creates a work order, and dispatches it to the technician of a site. */
export function dispatchedOrders(site: StoreSite): () => Promise<{ orderId: string; dispId: string }> {
  let count = 0;
  return async () => {
    const boss = await site.server.as('administrator');
    count += 1;
    const form = dataOf(
      await boss.post(`${at}/asrepairform/submit`, {
        customerName: `领料客户${count}`,
        phone: `1391234${3000 + count}`,
        address: `上海市浦东新区花木路${count}弄`,
        customerServiceTeam: 'east',
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        description: '不热',
        newCustomer: true,
        newFile: true,
        then: 'accept',
        reason: '故事的开头',
      }),
    );
    const made = dataOf(
      await boss.post(`${at}/asdispatchform/save`, {
        header: {
          registrationFormId: form.registrationFormId,
          planStart: `${DAY} ${String(8 + count).padStart(2, '0')}:00:00`,
          planEnd: `${DAY} ${String(8 + count).padStart(2, '0')}:45:00`,
        },
        technicianId: site.technicianId,
        dispatch: true,
        force: true,
        forceReason: '故事的开头',
        reason: '故事的开头',
      }),
    );
    const [{ id }] = await site.server.tables<{ id: string }>(
      'select disp_id::text as id from dispatchlist where id = $1',
      [made.visitId],
    );
    return { orderId: form.registrationFormId, dispId: id };
  };
}
