import { expect } from 'vitest';
import type { Heard } from '#kernel/testing/call.ts';
import { PUBLIC, openGuest, sendGuestForm } from '#business/customers/testing/guest-pages.ts';
import type { SimulatedChannel } from '#kernel/server/ports/channels/simulator.ts';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { Worksite, doneHeader, good } from '#business/mobile/testing/worksite.ts';

const at = 'blade-maintenance/webApi';

/** A company whose customers open links: a worksite with message templates. */
export class CustomerSite {
  readonly server: TestServer;
  readonly site: Worksite;
  constructor(server: TestServer, site: Worksite) {
    this.server = server;
    this.site = site;
  }

  static async of(server: TestServer): Promise<CustomerSite> {
    const customers = new CustomerSite(server, await Worksite.of(server));
    await customers.template('appoint', '${name}您好，约好${from}上门。进度：${link}。');
    await customers.template('consent', '${name}您好，师傅请您确认费用${amount}元。请打开${link}');
    await customers.template('code', '验证码${code}');
    return customers;
  }

  async template(smsScene: string, content: string): Promise<void> {
    good(
      await this.site.admin.post(`${at}/assms/submit`, {
        templateCode: `link-${smsScene}`,
        templateName: smsScene,
        smsScene,
        content,
        isMarketing: false,
      }),
    );
  }

  get sms(): SimulatedChannel {
    return this.server.app.channels.sms as SimulatedChannel;
  }

  /** Return the order of a dispatch form. */
  async orderOf(dispId: string): Promise<string> {
    const [row] = await this.server.tables<{ id: string }>(
      'select registration_form_id::text as id from asdispatchform where id = $1',
      [dispId],
    );
    return row.id;
  }

  /** Make a link as staff do. Return its path. */
  async link(orderId: string): Promise<string> {
    const { address } = good(
      await this.site.cs.post(`${at}/asregistrationform/makeCustomerLink`, { id: orderId }),
    ).data;
    expect(address).toMatch(/^https:\/\/anju\.example\/c\/000000\/[0-9A-Za-z]{22}$/);
    return String(address).slice(PUBLIC.length);
  }

  open(path: string, headers: Record<string, string> = {}): Promise<Heard> {
    return openGuest(this.server, path, headers);
  }

  /** Send a form of the page. */
  act(path: string, verb: string, body: Record<string, string> = {}): Promise<Heard> {
    return sendGuestForm(this.server, path, verb, body);
  }

  /** Return the texts that were sent to a phone. */
  sentTo(phone: string): string[] {
    return [...this.sms.handed.values()].filter((one) => one.to === phone).map((one) => one.text);
  }

  /** Ask the customer of a visit to agree to a labour fee, as the phone does. */
  async askPrice(of: { id: string; arriveTime: string }, laborFee: string, more: Record<string, unknown> = {}) {
    return this.site.man.post(`${at}/ascompletionregistration/askConsent`, {
      words: '循环泵卡死了，不换没有暖气。',
      equipment: [],
      supplies: [],
      charges: [],
      annexes: [],
      collects: [],
      header: { ...doneHeader(of), maintenanceContent: '换泵', laborFee },
      ...more,
    });
  }
}
