import { material } from '#business/materials/items/material.paper.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import type { Draft } from '#kernel/language/paper.ts';
import sharp from 'sharp';
import { expect } from 'vitest';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import type { Answer, TestCaller, TestServer } from '#kernel/testing/test-server.ts';

const at = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';

export const good = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};

/** Return the header of a completion of a visit whose work is done, free of charge. */
export const doneHeader = ({ id, arriveTime }: { readonly id: string; readonly arriveTime: string }) => ({
  dispatchListId: id,
  startTime: arriveTime,
  endTime: arriveTime,
  visitResult: 'done',
  faultCategory: 'noHeat',
  faultCause: 'wear',
  serviceMeasure: 'adjust',
  maintenanceContent: '清洗过滤器，排气',
  laborFee: '0',
  mileageKm: '3',
});

/** A company with visits: two technicians, a van with pumps, photo classes, a check list, payment methods. */
export class Worksite {
  readonly server: TestServer;
  readonly man: TestCaller;
  readonly other: TestCaller;
  readonly cs: TestCaller;
  readonly dispatcher: TestCaller;
  readonly admin: TestCaller;
  #count = 0;
  technicianId = '';
  otherId = '';

  constructor(
    server: TestServer,
    people: { cs: TestCaller; dispatcher: TestCaller; man: TestCaller; other: TestCaller; admin: TestCaller },
  ) {
    this.server = server;
    this.man = people.man;
    this.other = people.other;
    this.cs = people.cs;
    this.dispatcher = people.dispatcher;
    this.admin = people.admin;
  }

  static async of(server: TestServer): Promise<Worksite> {
    const site = new Worksite(server, {
      cs: await server.as('as_cs'),
      dispatcher: await server.as('as_dispatcher'),
      man: await server.as('as_technician', { who: 'jiang' }),
      other: await server.as('as_technician', { who: 'ma' }),
      admin: await server.as('administrator'),
    });
    site.technicianId = await site.#hire(site.man, '蒋志强');
    site.otherId = await site.#hire(site.other, '马文斌');
    return site;
  }

  async #hire(caller: TestCaller, realName: string): Promise<string> {
    const dept = (await this.admin.get('blade-system/dept/tree')).data[0].id as string;
    const phone = `138000009${String(10 + (this.#count += 1))}`;
    return good(
      await this.admin.post(`${at}/astechnician/submit`, {
        userId: caller.id,
        realName,
        phone,
        deptId: dept,
        customerServiceTeam: 'east',
        technicianLevel: 't3',
        employType: 'own',
        hireDate: '2024-01-02',
        workDays: '1,2,3,4,5,6,7',
        workStart: '08:30',
        workEnd: '20:30',
        dailyCapacityMinutes: 600,
        homeLocation: '121.50,31.20',
        pieceRatio: '1',
      }),
    ).data.id;
  }

  /** Create the master data: photo classes, a published check list, payment methods. */
  async setUp(): Promise<void> {
    const submit = async (path: string, body: Record<string, unknown>): Promise<Record<string, string>> =>
      good(await this.admin.post(`${at}/${path}/submit`, body)).data;
    await submit('ascompletionannexclassify', {
      classifyCode: 'before',
      classifyName: '维修前',
      receiptsTypes: ['repair'],
      mediaType: 'image',
      minCount: 1,
      maxCount: 3,
      sort: 1,
    });
    await submit('ascompletionannexclassify', {
      classifyCode: 'after',
      classifyName: '维修后',
      receiptsTypes: ['repair'],
      mediaType: 'image',
      minCount: 1,
      maxCount: 3,
      sort: 2,
    });
    await submit('paymentType', {
      typeCode: 'cash',
      typeName: '现金',
      payChannel: 'cash',
      needVoucher: false,
      needTransmit: true,
      sort: 1,
    });
    const standard = await submit('asservicestandards', {
      moduleName: 'completion',
      standardCode: 'WX-01',
      title: '地暖维修',
      systemType: 'floorHeat',
      receiptsType: 'repair',
      content: '检查、排气、记录压力',
      checklist: [
        { key: 'wire', label: '接线与端子', type: 'yesNo', required: true },
        { key: 'pressure', label: '系统水压', type: 'number', unit: 'bar', min: 1, max: 2, required: true },
      ],
    });
    good(
      await this.admin.post(`${at}/asservicestandards/submit`, {
        id: standard.id,
        action: 'publish',
        reason: '新标准生效',
      }),
    );
  }

  /** Create a van of the first technician with a number of pumps. Return the item. */
  async fillVan(qty: number): Promise<{ materialId: string; warehouseId: string }> {
    const made = await this.server.work('as_admin', async (context) => ({
      materialId: (
        await context.create(material, {
          itemCode: 'PUMP-1',
          itemName: '循环泵 25-6',
          itmsGrpNam: '水泵',
          materialType: 'part',
          unit: 'pcs',
          salePrice: '180',
          barcode: '6901234567892',
          returnOld: true,
        } as Draft<typeof material>)
      ).id,
      warehouseId: (
        await context.create(warehouse, {
          warehouseCode: 'CAR-01',
          warehouseName: '蒋志强的车',
          warehouseType: 'person',
          technicianId: this.technicianId,
        })
      ).id,
    }));
    await this.server.work('as_store', async (context) => {
      const supplier = await context.call(storeOfPerson, { virtual: 'supplier' });
      await context.call(postStock, {
        bill: { type: 'open', id: '1', no: 'PD1' },
        moves: [
          {
            step: 'open',
            lineId: null,
            materialId: made.materialId,
            fromWarehouseId: supplier,
            toWarehouseId: made.warehouseId,
            qty: String(qty),
            unitCost: '90',
          },
        ],
      });
    });
    return made;
  }

  /** Create and accept a repair, and dispatch it to the first technician today from `hour` on. Return visit and dispatch form. */
  async sent(hour: number, name: string): Promise<{ id: string; dispId: string }> {
    const n = (this.#count += 1);
    const address = `上海市浦东新区花木路${n}弄${n}号`;
    const customer = good(
      await this.cs.post(`${at}/ascustomer/submit`, {
        customerName: name,
        phone: `1391234${String(3000 + n)}`,
        addressDetail: address,
        customerServiceTeam: 'east',
        location: '121.52,31.21',
      }),
    ).data;
    const file = good(await this.cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
    const machine = good(
      await this.cs.post(`${at}/asequipment/submit`, {
        registerMainId: file.id,
        equipmentName: '混水中心',
        equipmentCategory: 'pump',
        systemType: 'floorHeat',
      }),
    ).data;
    const form = good(
      await this.cs.post(`${at}/asrepairform/submit`, {
        customerId: customer.id,
        equipmentId: machine.id,
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        description: '次卧地面凉',
        then: 'accept',
      }),
    ).data;
    const clock = (h: number): string => `2026-11-23 ${String(h).padStart(2, '0')}:00:00`;
    const disp = good(
      await this.dispatcher.post(`${at}/asdispatchform/save`, {
        header: { registrationFormId: form.registrationFormId, planStart: clock(hour), planEnd: clock(hour + 1) },
        technicianId: this.technicianId,
        dispatch: true,
        force: true,
        forceReason: '顺路',
      }),
    ).data;
    const visits = (await this.man.get(`${VISITS}/onlyList`, { size: 100, taskStatus: 'pendingAccept' })).data
      .records as { id: string; dispId: string }[];
    return { id: visits.find((one) => one.dispId === disp.id)!.id, dispId: disp.id };
  }

  /**
   * Create a visit at which the technician has arrived, by the technician's calls. Cancel visits under way, since a
   * technician has only one.
   */
  async working(
    hour: number,
    name: string,
  ): Promise<{ id: string; dispId: string; arriveTime: string; registrationFormId: string }> {
    await this.server.tables(
      "update dispatchlist set task_status = 'cancelled' where task_status in ('traveling', 'working', 'paused')",
    );
    const { id } = await this.sent(hour, name);
    good(await this.man.post(`${VISITS}/accept`, { id }));
    good(await this.man.post(`${VISITS}/arrive`, { id, location: '121.5201,31.2101' }));
    return good(await this.man.get(`${VISITS}/detail`, { id })).data;
  }

  /** Send the completion of a visit as the phone does: done, with a short note and a signature. */
  async completed(
    of: { id: string; arriveTime: string },
    more: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
  ): Promise<Answer> {
    return this.man.post(`${at}/ascompletionregistration/batchSave`, {
      draft: false,
      equipment: [],
      supplies: [],
      annexes: [],
      collects: [],
      header: { ...doneHeader(of), signFile: await this.photo(), ...header },
      ...more,
    });
  }

  /** Upload a unique picture. Return its link. */
  async photo(by = this.man): Promise<string> {
    return photoBy(by);
  }

  /** Transfer the order to the other technician. */
  async transfer(dispId: string): Promise<void> {
    good(
      await this.dispatcher.post(`${at}/asdispatchform/updateUser`, {
        dispId,
        technicianId: this.otherId,
        planStart: '2026-11-23 18:00:00',
        planEnd: '2026-11-23 19:00:00',
        reason: '客户要求换人',
        force: true,
      }),
    );
  }

  /** Return the actions on a visit, oldest first. */
  async historyOf(id: string): Promise<string[]> {
    const rows = good(await this.admin.get(`${VISITS}/history`, { id })).data as { action: string }[];
    return rows.map((row) => row.action).toReversed();
  }

  async visit(id: string): Promise<Record<string, unknown>> {
    return good(await this.admin.get(`${VISITS}/detail`, { id })).data;
  }
}

/** Upload a unique picture as an account. Return its link. */
export const photoBy = async (by: TestCaller): Promise<string> =>
  good(
    await uploadSheetFile(
      by,
      'blade-resource/oss/endpoint/put-file-attach',
      (await picture('sharp')).buffer,
      'photo.jpg',
    ),
  ).data.link;

/** Return a unique photo like a camera's. */
export async function picture(
  kind: 'sharp' | 'dark' | 'blurred',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: kind === 'dark' ? 8 : 128, sigma: kind === 'dark' ? 3 : 60 },
    },
  });
  const buffer = await (kind === 'blurred' ? noise.blur(30) : noise).jpeg({ quality: 90 }).toBuffer();
  return { name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer };
}
