import { expect, test } from 'vitest';
import sharp from 'sharp';
import { PUBLIC, sentFields, wordsOf } from '#business/customers/testing/guest-pages.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { CustomerSite } from '../testing/customer-site.ts';

const server = await openTestServer(import.meta.url, { env: { PUBLIC_URL: PUBLIC } });
const customers = await CustomerSite.of(server);
const { site } = customers;
const at = 'blade-maintenance/webApi';
const unpaid = { unpaidReason: 'later', mileageKm: '0' };

const stateOf = async (visitId: string) =>
  good(await site.man.get(`${at}/ascompletionregistration/consentOfVisit`, { visitId })).data.consent;

/** Return the code that the customer of a consent got by SMS. */
async function codeSent(): Promise<string> {
  const [log] = await server.tables<{ id: string; content: string }>(
    "select id::text as id, content from assmslog where dedupe_key like 'code#completion#%consent%' order by id desc limit 1",
  );
  expect(log.content).toBe('验证码******');
  return /验证码(\d{6})/.exec(customers.sms.handed.get(log.id)!.text)![1];
}

test('consent to 636, submitted 700: the customer is asked again; equal or lower passes', async () => {
  const of = await site.working(9, '唐书怡');
  const path = await customers.link(of.registrationFormId);
  const question = good(await customers.askPrice(of, '636')).data;
  expect(question).toMatchObject({ state: 'asked', total: '636.00', needsCode: true });
  const page = (await customers.open(path)).text;
  expect(wordsOf(page)).toMatch(
    /这个费用，您同意吗？ 循环泵卡死了，不换没有暖气。 人工费 636\.00 元 一共 做好再付 636\.00 元/,
  );

  // Above 500 the first press sends a code to the customer's phone.
  const yes = sentFields(page, 'consent', 'yes');
  expect((await customers.act(path, 'consent', yes)).status).toBe(303);
  await server.delivered();
  expect(await stateOf(of.id)).toMatchObject({ state: 'asked', codeSent: true });
  const code = await codeSent();
  const wrong = code === '000000' ? '000001' : '000000';
  await customers.act(path, 'consent', { ...yes, code: wrong });
  expect(wordsOf((await customers.open(path)).text)).toContain('验证码不对');
  // A form that shows another sum is no answer to this question.
  expect((await customers.act(path, 'consent', { ...yes, total: '63.60', code })).status).toBe(409);
  expect((await customers.act(path, 'consent', { ...yes, code })).status).toBe(303);
  expect(await stateOf(of.id)).toMatchObject({ state: 'agreed', way: 'code' });
  expect(wordsOf((await customers.open(path)).text)).toContain('您同意了 636.00 元');
  await server.delivered();
  expect(good(await site.man.get(`${at}/asmessage/list`, { messageEvent: 'consentAnswered' })).data.total).toBe(1);

  const above = await site.completed(of, {}, { laborFee: '700', ...unpaid });
  expect([above.status, above.reason]).toEqual([409, 'maintenance.consentExceeded']);
  expect(above.msg).toMatch(/636\.00.*700\.00/);
  // A signature under the old sum is none under the new one.
  expect((await site.completed(of, {}, { laborFee: '700', signedTotal: '636', ...unpaid })).status).toBe(409);
  good(await site.completed(of, {}, { laborFee: '636', ...unpaid }));
});

test('a signature under the new sum is an agreement, and a lower sum needs none', async () => {
  const signed = await site.working(11, '沈若琳');
  good(await customers.askPrice(signed, '100'));
  good(await site.completed(signed, {}, { laborFee: '120', signedTotal: '120', ...unpaid }));
  const lower = await site.working(13, '何洁');
  const path = await customers.link(lower.registrationFormId);
  good(await customers.askPrice(lower, '100'));
  expect((await site.completed(lower, {}, { laborFee: '90', ...unpaid })).status).toBe(409);
  expect(
    (await customers.act(path, 'consent', sentFields((await customers.open(path)).text, 'consent', 'yes'))).status,
  ).toBe(303);
  good(await site.completed(lower, {}, { laborFee: '90', ...unpaid }));
  const answers = await server.tables('select consent_status, consent_way from asconsent order by id');
  expect(answers.slice(-2)).toEqual([
    { consent_status: 'replaced', consent_way: null },
    { consent_status: 'agreed', consent_way: 'tap' },
  ]);
});

test('a second question replaces the first, and a refusal stays one', async () => {
  const of = await site.working(15, '陆鸣');
  const path = await customers.link(of.registrationFormId);
  good(await customers.askPrice(of, '100'));
  const old = sentFields((await customers.open(path)).text, 'consent', 'yes');
  good(await customers.askPrice(of, '150'));
  expect((await customers.act(path, 'consent', old)).status).toBe(409);
  const no = sentFields((await customers.open(path)).text, 'consent', 'no');
  expect((await Promise.all([1, 2, 3].map(() => customers.act(path, 'consent', no)))).map((one) => one.status)).toEqual(
    [303, 303, 303],
  );
  expect((await customers.act(path, 'consent', { ...no, answer: 'yes' })).status).toBe(409);
  expect(await stateOf(of.id)).toMatchObject({ state: 'refused', total: '150.00' });
  expect(wordsOf((await customers.open(path)).text)).toContain('您没有同意 150.00 元');
  expect((await customers.askPrice(of, '0')).reason).toBe('maintenance.nothingToConsent');
});

test('a signature on the page agrees to the sum that it shows, and is stored in the completion', async () => {
  const of = await site.working(16, '周敏');
  const path = await customers.link(of.registrationFormId);
  good(await customers.askPrice(of, '800'));
  const fields = sentFields((await customers.open(path)).text, 'sign');
  expect((await customers.act(path, 'sign', { ...fields, sign: 'data:image/png;base64,AAAA' })).status).toBe(400);
  const drawn = await sharp({ create: { width: 300, height: 120, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const sign = `data:image/png;base64,${drawn.toString('base64')}`;
  expect((await customers.act(path, 'sign', { ...fields, sign })).status).toBe(303);
  const { state, way, signLink } = await stateOf(of.id);
  expect([state, way]).toEqual(['agreed', 'sign']);
  // The signature is about 800, whatever sum the phone sends with it.
  const more = { laborFee: '1800', signedTotal: '1800', signFile: signLink, ...unpaid };
  expect(await site.completed(of, {}, more)).toMatchObject({ status: 409, reason: 'maintenance.consentExceeded' });
  good(await site.completed(of, {}, { laborFee: '800', signFile: signLink, ...unpaid }));
});

test('all consents keep their invariant', async () => {
  for (const { code, title, sql } of server.app.invariants.filter((one) => one.code === 'C1'))
    expect(
      await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
        '000000',
        '2026-11-23 12:00:00',
      ]),
      `${code} ${title[1]}`,
    ).toEqual([]);
});
