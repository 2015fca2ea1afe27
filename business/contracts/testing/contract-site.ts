import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import type { Answer, TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import { invariants } from '../invariants.server.ts';

type Body = Record<string, unknown>;
export const at = 'blade-maintenance/webApi';

export interface Home {
  readonly customerId: string;
  readonly registerMainId: string;
  readonly equipmentId: string;
}

/** A company that sells contracts: its people, homes with a machine, and a template of four visits a year. */
export class ContractSite {
  readonly server: TestServer;
  readonly work: Worksite;
  readonly lead: TestCaller;
  readonly manager: TestCaller;
  readonly leader: TestCaller;
  readonly finance: TestCaller;
  typeId = '';
  #count = 0;

  private constructor(server: TestServer, work: Worksite, people: Record<string, TestCaller>) {
    this.server = server;
    this.work = work;
    this.lead = people.lead;
    this.manager = people.manager;
    this.leader = people.leader;
    this.finance = people.finance;
  }

  static async of(server: TestServer): Promise<ContractSite> {
    const work = await Worksite.of(server);
    const people = {
      lead: await server.as('as_cs,as_cs_lead', { who: 'lead' }),
      manager: await server.as('as_manager'),
      leader: await server.as('as_leader'),
      finance: await server.as('as_finance'),
    };
    await server.tables(
      'update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = any($2::bigint[])',
      [work.cs.id, [people.lead.id]],
    );
    server.app.ports.forget('000000');
    const site = new ContractSite(server, work, people);
    site.typeId = good(
      await people.manager.post(`${at}/asschemetype/submit`, {
        typeCode: 'HT',
        typeName: '采暖',
        fanganType: 'heating',
      }),
    ).data.id;
    return site;
  }

  /** Return a published template. */
  async template(more: Body = {}): Promise<{ id: string; no: string }> {
    const made = good(
      await this.manager.post(`${at}/asbasescheme/submit`, {
        schemeName: 'twoSeason',
        schemeTypeId: this.typeId,
        cycleNum: 3,
        cycleUnit: 'month',
        planBasis: 'scheduled',
        timesTotal: 4,
        contractMonths: 12,
        stdMinutes: 90,
        price: '1200',
        ...more,
      }),
    ).data;
    good(await this.manager.post(`${at}/asbasescheme/submit`, { ids: made.id, action: 'publish' }));
    return { id: made.id, no: made.baseSchemeNo };
  }

  /** Return a customer with a home and one machine without a warranty. */
  async home(): Promise<Home> {
    const n = (this.#count += 1);
    const { cs } = this.work;
    const address = `上海市闵行区静水湾${n}号${n}室`;
    const customer = good(
      await cs.post(`${at}/ascustomer/submit`, {
        customerName: `严蕴华${n}`,
        phone: `1390011${String(1000 + n)}`,
        addressDetail: address,
        customerServiceTeam: 'east',
        location: '121.52,31.21',
      }),
    ).data;
    const file = good(await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
    const equipmentId = await this.machine(file.id, '混水中心');
    return { customerId: customer.id, registerMainId: file.id, equipmentId };
  }

  /** Return a new machine of a home. */
  async machine(registerMainId: string, equipmentName: string): Promise<string> {
    return good(
      await this.work.cs.post(`${at}/asequipment/submit`, {
        registerMainId,
        equipmentName,
        equipmentCategory: 'pump',
        systemType: 'floorHeat',
      }),
    ).data.id;
  }

  /** Return a contract of a home as a draft. */
  async draft(of: Home, baseSchemeId: string, more: Body = {}): Promise<string> {
    return good(
      await this.work.cs.post(`${at}/asscheme/submit`, {
        baseSchemeId,
        registerMainId: of.registerMainId,
        startDate: '2026-11-01',
        price: '0',
        equipment: [{ equipmentId: of.equipmentId, qty: '1' }],
        ...more,
      }),
    ).data.id;
  }

  state(ids: string, schemeStatus: string, more: Body = {}, by = this.manager): Promise<Answer> {
    return by.post(`${at}/asscheme/updateStatus`, { ids, schemeStatus, ...more });
  }

  /** Return an active contract of a home. */
  async sold(of: Home, baseSchemeId: string, more: Body = {}): Promise<string> {
    const id = await this.draft(of, baseSchemeId, more);
    good(await this.state(id, 'active'));
    return id;
  }

  /** Let a draft have used visits before it came here, as an imported one. */
  async usedBefore(id: string, visits: number): Promise<void> {
    await this.server.tables('update asscheme set opening_used = $2, times_used = $2 where id = $1', [id, visits]);
  }

  async scheme(id: string): Promise<Record<string, unknown>> {
    return good(await this.work.cs.get(`${at}/asscheme/detail`, { id })).data;
  }

  /** Return used, reserved and left visits of a contract. */
  async visits(id: string): Promise<number[]> {
    const of = await this.scheme(id);
    return [of.timesUsed, of.timesLocked, of.timesLeft].map(Number);
  }

  /** Register an order of a home; `more`: further inputs beside the header. */
  order(of: Home, header: Body = {}, more: Body = {}, by = this.work.cs): Promise<Answer> {
    return by.post(`${at}/asregistrationform/addRegistrationForm`, {
      header: {
        registerMainId: of.registerMainId,
        customerId: of.customerId,
        receiptsType: 'maintain',
        repairType: 'floorHeat',
        content: '采暖季前检',
        ...header,
      },
      equipment: [{ equipmentId: of.equipmentId, equipmentName: '混水中心', qty: '1' }],
      ...more,
    });
  }

  /** Serve an order by a visit, and return its submitted completion. */
  async served(registrationFormId: string, lines: Body = {}, header: Body = {}): Promise<string> {
    await this.server.tables(
      "update dispatchlist set task_status = 'cancelled' where task_status in ('traveling', 'working', 'paused')",
    );
    const disp = good(
      await this.work.dispatcher.post(`${at}/asdispatchform/save`, {
        header: { registrationFormId, planStart: '2026-11-23 09:00:00', planEnd: '2026-11-23 10:00:00' },
        technicianId: this.work.technicianId,
        dispatch: true,
        force: true,
        forceReason: '顺路',
      }),
    ).data;
    const D = 'blade-maintain/dispatchList';
    const { man } = this.work;
    const open = (await man.get(`${D}/onlyList`, { size: 100, taskStatus: 'pendingAccept' })).data.records;
    const { id } = open.find((one: { dispId: string }) => one.dispId === disp.id);
    good(await man.post(`${D}/accept`, { id }));
    good(await man.post(`${D}/arrive`, { id, location: '121.5201,31.2101' }));
    const of = good(await man.get(`${D}/detail`, { id })).data;
    const done = good(await this.work.completed(of, lines, header)).data;
    good(await this.leader.post(`${D}/confirm`, { ids: id }));
    return done.id;
  }

  /** Decide a completion at the back office. */
  judge(ids: string, result: string, by = this.lead): Promise<Answer> {
    return by.post(`${at}/ascompletionregistration/backConfirm`, { ids, result, reason: '复核' });
  }

  async broken(): Promise<unknown[]> {
    const all = invariants({ contributions: new Map() }).map((one) => one.sql);
    return (await Promise.all(all.map((sql) => this.server.tables(sql, ['000000'])))).flat();
  }
}
