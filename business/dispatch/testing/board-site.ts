import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type TestScreens, type Watched, pageSettled } from '#kernel/testing/screens/browser.ts';
import type { Answer, TestCaller, TestServer } from '#kernel/testing/test-server.ts';

const at = 'blade-maintenance/webApi';

/** The day on which the tests take place. */
export const DAY = '2026-11-23';

const accepted = (answer: Answer): Answer => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer;
};

/** An order that waits for dispatch. */
export interface WaitingOrder {
  readonly id: string;
  readonly name: string;
}

/** A test company with a board. It creates technicians, orders and visits, and opens the board. */
export class BoardSite {
  readonly dispatcher: TestCaller;
  readonly admin: TestCaller;
  readonly #screens: TestScreens;
  readonly #cs: TestCaller;
  readonly #server: TestServer;
  #count = 0;

  constructor(
    server: TestServer,
    screens: TestScreens,
    { cs, dispatcher, admin }: { cs: TestCaller; dispatcher: TestCaller; admin: TestCaller },
  ) {
    this.#server = server;
    this.#screens = screens;
    this.#cs = cs;
    this.dispatcher = dispatcher;
    this.admin = admin;
  }

  static async of(server: TestServer, screens: TestScreens): Promise<BoardSite> {
    return new BoardSite(server, screens, {
      cs: await server.as('as_cs'),
      dispatcher: await server.as('as_dispatcher'),
      admin: await server.as('administrator'),
    });
  }

  /** Create a technician with an account; return the id. */
  async hire(who: string, realName: string, more: Record<string, unknown> = {}): Promise<string> {
    this.#count += 1;
    const caller = await this.#server.as('as_technician', { who });
    const deptId = (await this.admin.get('blade-system/dept/tree')).data[0].id as string;
    return accepted(
      await this.admin.post(`${at}/astechnician/submit`, {
        userId: caller.id,
        realName,
        phone: `1380000${1000 + this.#count}`,
        deptId,
        customerServiceTeam: 'east',
        technicianLevel: 't3',
        employType: 'own',
        hireDate: '2024-01-02',
        workDays: '1,2,3,4,5,6,7',
        workStart: '08:30',
        workEnd: '17:30',
        dailyCapacityMinutes: 480,
        homeLocation: '121.50,31.20',
        pieceRatio: '1',
        ...more,
      }),
    ).data.id;
  }

  /** Create a waiting order at a new customer; each gets the next house number. */
  async order(more: Record<string, unknown> = {}): Promise<WaitingOrder> {
    this.#count += 1;
    const count = this.#count;
    const [name, address] = [`客户${String(count).padStart(2, '0')}`, `上海市浦东新区花木路${count}弄${count}号`];
    const customer = accepted(
      await this.#cs.post(`${at}/ascustomer/submit`, {
        customerName: name,
        phone: `1391234${2000 + count}`,
        addressDetail: address,
        customerServiceTeam: 'east',
        location: '121.52,31.21',
      }),
    ).data;
    const file = accepted(await this.#cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address })).data;
    const machine = accepted(
      await this.#cs.post(`${at}/asequipment/submit`, {
        registerMainId: file.id,
        equipmentName: '混水中心',
        equipmentCategory: 'pump',
        systemType: 'floorHeat',
      }),
    ).data;
    const form = accepted(
      await this.#cs.post(`${at}/asrepairform/submit`, {
        customerId: customer.id,
        equipmentId: machine.id,
        repairType: 'floorHeat',
        faultCategory: 'noHeat',
        description: '次卧地面凉',
        expectDate: DAY,
        then: 'accept',
        ...more,
      }),
    ).data;
    return { id: form.registrationFormId, name };
  }

  /** Dispatch an order by a call, for tests that begin with a visit. */
  async sent(of: WaitingOrder, technicianId: string, hour: number, minutes = 60): Promise<{ visitId: string }> {
    const moment = (after: number): string =>
      `${DAY} ${String(hour + Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}:00`;
    const made = accepted(
      await this.dispatcher.post(`${at}/asdispatchform/save`, {
        header: { registrationFormId: of.id, planStart: moment(0), planEnd: moment(minutes) },
        technicianId,
        dispatch: true,
        force: true,
        forceReason: '故事的开头',
      }),
    ).data;
    return { visitId: made.visitId };
  }

  /** Return the visit of an order that waits for acceptance. */
  async visitOf(of: WaitingOrder): Promise<Record<string, string> | undefined> {
    return (
      await this.dispatcher.get('blade-maintain/dispatchList/list', {
        registrationFormId: of.id,
        taskStatus: 'pendingAccept',
      })
    ).data.records[0];
  }

  /** Open the board in a browser, and wait until it is drawn and idle. */
  async board(caller = this.dispatcher, options: Parameters<TestScreens['of']>[1] = {}): Promise<Watched> {
    const watched = await this.#screens.of(caller, { refused: [409], ...options });
    await watched.page.goto('/maintenance/board');
    await watched.page.locator('.row, .phone-list').first().waitFor();
    await pageSettled(watched.page);
    await watched.page.locator('.board[data-fetching="false"]').waitFor();
    return watched;
  }
}

/** Return the point in px of the page at a technician's row and an hour of the day. */
async function spot(page: Page, technicianId: string, hour: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator(`.row[data-technician="${technicianId}"] .track`).boundingBox())!;
  return { x: box.x + ((hour - 8) / 12) * box.width + 1, y: box.y + box.height / 2 };
}

/** Drag an element to a moment of a row without dropping it. */
export async function carry(page: Page, what: string, technicianId: string, hour: number): Promise<void> {
  const from = (await page.locator(what).boundingBox())!;
  const to = await spot(page, technicianId, hour);
  await page.mouse.move(from.x + 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + from.height / 2 + 6);
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

/** Drag the right edge of an element to a moment of a row. */
export async function stretch(page: Page, what: string, technicianId: string, hour: number): Promise<void> {
  const edge = (await page.locator(what).boundingBox())!;
  const to = await spot(page, technicianId, hour);
  await page.mouse.move(edge.x + 3, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x - 8, edge.y + 10);
  await page.mouse.move(to.x, to.y, { steps: 3 });
}
