import { completion } from '#business/completion/completion/completion.paper.ts';
import { completionSupply } from '#business/completion/supplies/completion-supply.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { stockInvariants } from '#business/materials/invariants.server.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { postMoves } from '#business/materials/stores/posting.server.ts';
import { findStore } from '#business/materials/stores/warehouse.server.ts';
import { describeAnswer, saved } from '#kernel/testing/sample.ts';
import type { Answer, TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import { invariants } from '../invariants.server.ts';

type Body = Record<string, unknown>;

const at = 'blade-maintenance/webApi';
export const applyPath = `${at}/asmaterialapply`;
export const shipmentPath = `${at}/asmaterialshipments`;

/** A hand-over to a courier. */
export const COURIER = { shipWay: 'courier', carrier: '顺丰', trackingNo: 'SF123' };

/** Return the data of an answer; a refusal fails the test. */
export function dataOf(answer: Answer): Answer['data'] {
  if (answer.status !== 200) throw new Error(describeAnswer(answer));
  return answer.data;
}

interface People {
  readonly store: TestCaller;
  readonly lead: TestCaller;
  readonly manager: TestCaller;
  readonly leader: TestCaller;
  readonly worker: TestCaller;
}

/** A main store, its people, and a technician with a van. */
export class StoreSite {
  readonly server: TestServer;
  readonly people: People;
  readonly technicianId: string;
  readonly main: string;
  #moves = 0;

  private constructor(server: TestServer, people: People, technicianId: string, main: string) {
    this.server = server;
    this.people = people;
    this.technicianId = technicianId;
    this.main = main;
  }

  static async of(server: TestServer): Promise<StoreSite> {
    const people = {
      store: await server.as('as_store'),
      lead: await server.as('as_store_lead'),
      manager: await server.as('as_manager'),
      leader: await server.as('as_leader'),
      worker: await server.as('as_technician'),
    };
    const own = { technicianId: undefined, deptId: undefined, allowNegative: false };
    const who = await saved(server, technician, { userId: people.worker.id, customerServiceTeam: 'east' });
    const main = await saved(server, warehouse, { warehouseType: 'main', ...own });
    return new StoreSite(server, people, who.id, main.id);
  }

  /** Return a new material with stock in the main store; one piece for each serial number. */
  async item(qty: string, more: Body = {}, serials: readonly string[] = []): Promise<string> {
    const trackMode = serials.length ? 'serial' : 'qty';
    const values = { materialType: 'part', trackMode, returnOld: false, ...more };
    const { id } = await saved(this.server, material, values);
    await this.server.tables('update asbasematerial set cost_price = 10 where id = $1', [id]);
    await this.server.work('administrator', async (context) => {
      const fromWarehouseId = await findStore(context, { virtual: 'adjust' });
      const move = { lineId: null, materialId: id, fromWarehouseId, toWarehouseId: this.main, unitCost: '10' };
      const step = (): string => `test:${++this.#moves}`;
      const moves = serials.length
        ? serials.map((serialNo) => ({ ...move, step: step(), serialNo, qty: '1' }))
        : [{ ...move, step: step(), qty }];
      await postMoves(context, { bill: { type: 'open', id: '1', no: 'PD' }, moves });
    });
    return id;
  }

  /** Move good stock from the main store to the van of a technician. */
  async move(materialId: string, qty: string, { technicianId }: { readonly technicianId: string }): Promise<void> {
    await this.server.work('administrator', async (context) => {
      const toWarehouseId = await findStore(context, { technicianId });
      const move = { lineId: null, materialId, fromWarehouseId: this.main, toWarehouseId, qty };
      await postMoves(context, {
        bill: { type: 'transfer', id: '1', no: 'DB' },
        moves: [{ ...move, step: `test:${++this.#moves}` }],
      });
    });
  }

  /** Write a visit some days ago that used parts of the van whose old parts are not returned. */
  async owesOldParts(materialId: string, qty: string, daysAgo: number): Promise<void> {
    const warehouseId = await this.server.work('administrator', (context) =>
      findStore(context, { technicianId: this.technicianId }),
    );
    const done = await saved(this.server, completion);
    // A used part comes from the van of somebody who was there.
    await this.server.tables('update ascompletionregistration set technician_id = $2 where id = $1', [
      done.id,
      this.technicianId,
    ]);
    await saved(this.server, completionSupply, { completionId: done.id, materialId, warehouseId, qty });
    await this.server.tables(
      "update ascompletionregistration set complete_status = 'submitted', submit_time = $2::timestamptz - make_interval(days => $3) where id = $1",
      [done.id, new Date(this.server.clock.ms()).toISOString(), daysAgo],
    );
  }

  /** Return the body of a request. */
  requested(lines: readonly Body[], more: Body = {}): Body {
    return {
      applyType: 'stockUp',
      technicianId: this.technicianId,
      fromWarehouseId: this.main,
      needDate: '2026-11-20',
      urgency: 'normal',
      lines,
      ...more,
    };
  }

  /** Return the good balance of a material in the stores of a type. */
  async balance(materialId: string, type: string): Promise<string> {
    const [row] = await this.server.tables<{ qty: string }>(
      "select coalesce(sum(s.on_hand), 0)::text as qty from asstock s join aswarehouse w on w.id = s.warehouse_id where s.material_id = $1 and w.warehouse_type = $2 and (w.technician_id = $3 or w.technician_id is null) and s.material_status = 'good'",
      [materialId, type, this.technicianId],
    );
    return String(Number(row.qty));
  }

  apply = async (id: string) => dataOf(await this.people.store.get(`${applyPath}/detailById`, { id }));
  shipment = async (id: string) => dataOf(await this.people.store.get(`${shipmentPath}/detail`, { id }));

  /** Return the draft shipments of the technician, the newest first. */
  async drafts() {
    const query = { documentStatus: 'draft', technicianId: this.technicianId, size: 50 };
    return dataOf(await this.people.store.get(`${shipmentPath}/list`, query)).records;
  }

  submitted = async (lines: readonly Body[], more: Body = {}) =>
    dataOf(await this.people.worker.post(`${applyPath}/submit`, this.requested(lines, more)));

  async examined(id: string, lines?: readonly Body[]) {
    const body = { id, action: 'examine', pass: 'true', lines, note: '同意' };
    return dataOf(await this.people.leader.post(`${applyPath}/update`, body));
  }

  published = async (id: string) => dataOf(await this.people.store.post(`${applyPath}/publish`, { ids: id }));

  /** Request, examine and release; return the request and its draft shipment. */
  async released(lines: readonly Body[], more: Body = {}): Promise<{ applyId: string; shipmentId: string }> {
    const { id } = await this.submitted(lines, more);
    await this.examined(id);
    await this.published(id);
    const [draft] = await this.drafts();
    return { applyId: id, shipmentId: draft.id };
  }

  /** Submit and approve a shipment. */
  async approved(id: string) {
    dataOf(await this.people.store.post(`${shipmentPath}/act`, { id, action: 'submit' }));
    return dataOf(await this.people.lead.post(`${shipmentPath}/sendOutApproval`, { ids: id, note: '可发' }));
  }

  handedOver = (id: string, more: Body = {}): Promise<Answer> =>
    this.people.store.post(`${shipmentPath}/sendOutTransmit`, { ids: id, ...more });

  /** Return the rows that break an invariant of stock or goods. */
  async broken(): Promise<unknown[]> {
    const all = [...stockInvariants, ...invariants].map((one) => one.sql);
    return (await Promise.all(all.map((sql) => this.server.tables(sql, ['000000'])))).flat();
  }
}
