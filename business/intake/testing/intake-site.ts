import { expect } from 'vitest';
import type { Answer, TestCaller } from '#kernel/testing/test-server.ts';

/** Path of the after-sales calls. */
export const INTAKE = 'blade-maintenance/webApi';

/** A customer's home with one machine. */
export interface IntakeHome {
  readonly customerId: string;
  readonly fileId: string;
  readonly equipmentId: string;
  readonly address: string;
  readonly phone: string;
}

/** Customer service that opens homes and takes reports of faults. */
export class IntakeSite {
  readonly #cs: TestCaller;
  #homes = 0;

  constructor(cs: TestCaller) {
    this.#cs = cs;
  }

  /** Create a customer with one home and one machine, which is under warranty unless its date is old. */
  async home(caller: TestCaller = this.#cs, installDate = '2025-11-01'): Promise<IntakeHome> {
    this.#homes += 1;
    const phone = `1391234${String(1000 + this.#homes)}`;
    const address = `上海市浦东新区锦绣路${this.#homes}弄${this.#homes}号`;
    const customer = await caller.post(`${INTAKE}/ascustomer/submit`, {
      customerName: `客户${this.#homes}`,
      phone,
      addressDetail: address,
      customerServiceTeam: 'east',
    });
    expect(customer.body).toMatchObject({ code: 200 });
    const file = await caller.post(`${INTAKE}/registerMain/submit`, { customerId: customer.data.id, address });
    expect(file.body).toMatchObject({ code: 200 });
    const machine = await caller.post(`${INTAKE}/asequipment/submit`, {
      registerMainId: file.data.id,
      equipmentName: '混水中心',
      equipmentCategory: 'pump',
      systemType: 'floorHeat',
      installDate,
    });
    expect(machine.body).toMatchObject({ code: 200 });
    return { customerId: customer.data.id, fileId: file.data.id, equipmentId: machine.data.id, address, phone };
  }

  /** Report a fault of the machine. */
  report(of: IntakeHome, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.#cs.post(`${INTAKE}/asrepairform/submit`, {
      customerId: of.customerId,
      equipmentId: of.equipmentId,
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      description: '次卧地面凉',
      ...more,
    });
  }
}
