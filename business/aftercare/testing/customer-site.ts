import { expect } from 'vitest';
import { type Heard, sendRequest } from '#kernel/testing/call.ts';
import type { SimulatedChannel } from '#kernel/server/ports/channels/simulator.ts';
import type { TestServer } from '#kernel/testing/test-server.ts';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';

const at = 'blade-maintenance/webApi';

/** Public address of the tested product. */
export const PUBLIC = 'https://anju.example';

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
    return sendRequest(this.server.base, 'GET', path, { headers });
  }

  /** Send a form of the page. */
  act(path: string, verb: string, body: Record<string, string> = {}): Promise<Heard> {
    return sendRequest(this.server.base, 'POST', `${path}/${verb}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body).toString(),
    });
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
      header: {
        dispatchListId: of.id,
        startTime: of.arriveTime,
        endTime: of.arriveTime,
        visitResult: 'done',
        faultCategory: 'noHeat',
        faultCause: 'wear',
        serviceMeasure: 'adjust',
        maintenanceContent: '换泵',
        laborFee,
        mileageKm: '3',
      },
      ...more,
    });
  }
}

/** Return a page without the content of its elements of a name. */
const withoutElement = (page: string, name: string): string =>
  page
    .split(`<${name}`)
    .map((part, at) => (at === 0 ? part : (part.split(`</${name}>`)[1] ?? '')))
    .join('');

/** Return the words of a page, without tags. */
export const wordsOf = (page: string): string =>
  withoutElement(withoutElement(page, 'style'), 'script')
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ')
    .split(/\s/)
    .filter(Boolean)
    .join(' ');

/** Return the hidden fields of the first form of a verb. */
export function sentFields(page: string, verb: string, answer?: string): Record<string, string> {
  const forms = page
    .split('<form ')
    .slice(1)
    .filter((form) => form.includes(`/${verb}?`));
  const form = answer ? forms.find((one) => one.includes(`value="${answer}"`)) : forms[0];
  expect(form, `a form ${verb}`).toBeDefined();
  return Object.fromEntries(
    [...form!.split('</form>')[0].matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
}
