import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { storedText } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { phoneKind } from '#kernel/fields/phone/phone.ts';
import { type App, behaviour, type Context, forgetEventText, implement } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { sendMessage, useChannel } from './sms.calls.ts';
import { smsSent } from './sms-sent.paper.ts';
import { sms } from './sms.paper.ts';

/** Event after the commit that sends a message. The text is in the event alone, not in the row. */
const SMS_READY = 'sms.ready';
const MAX_PHONES = 50;

type Params = Readonly<Record<string, string>>;

/** Return variables from an object, or from its JSON text. */
function paramsIn(sent: unknown): Params {
  let read = sent;
  if (typeof sent === 'string')
    try {
      read = JSON.parse(sent || '{}');
    } catch {
      throw refuse.paramsWrong();
    }
  if (read === undefined || read === null) return {};
  if (typeof read !== 'object' || Array.isArray(read)) throw refuse.paramsWrong();
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value).slice(0, 100)]));
}

function filled(template: string, params: Params): string {
  const missing = [...template.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]).filter((name) => !params[name]);
  if (missing.length) throw refuse.variablesMissing({ names: [...new Set(missing)].join('、') });
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => params[name]);
}

/** Return the phone numbers, also of a text with blanks between them. Refuse none, too many, or wrong ones. */
function phonesIn(sent: readonly string[]): string[] {
  const phones = [...new Set(sent.flatMap((one) => one.split(/\s+/)))].toSorted();
  if (
    !phones.length ||
    phones.length > MAX_PHONES ||
    phones.some((one) => 'problem' in phoneKind.accept(one, { kind: 'phone', label: ['手机号', 'Mobile'] }))
  )
    throw refuse.phonesWrong();
  return phones;
}

/**
 * Refuse more messages to a phone than the daily maximum, or two within a minute: repeated presses of a form must not
 * cause a flood.
 */
async function assertNotTooMany(context: Context, phone: string): Promise<void> {
  await context.lock(`sms to ${phone}`);
  const most = Number(await context.parameter('sms.perPhonePerDay')) || 10;
  const [{ today, lately }] = await context.sql.query<{ today: number; lately: number }>(
    `select count(*)::int as today, count(*) filter (where create_time > $3::timestamptz - interval '1 minute')::int as lately
    from ${smsSent.table} where tenant_id = $1 and phone = $2 and is_deleted = 0 and state <> 'failed' and create_time >= ($4::date)::timestamptz`,
    [context.tenantId, phone, context.now(), context.today()],
  );
  if (today >= most || lately > 0) throw refuse.tooManySms({ most });
}

/** Store a message, and send it after the commit. */
async function send(
  { code, phones, params: input }: CallInputOf<typeof sendMessage>,
  context: Context,
): Promise<CallAnswer<typeof sendMessage>> {
  const [channel] = await context.find(sms, { ...(code && { smsCode: code }), isEnabled: true }, { first: 1 });
  if (!channel) throw refuse.noSmsChannel();
  if (!channel.templateText) throw refuse.smsTextMissing({ code: channel.smsCode });
  const params = paramsIn(input);
  const text = filled(channel.templateText, params);
  const sent: string[] = [];
  for (const phone of phonesIn(phones ?? [])) {
    await assertNotTooMany(context, phone);
    const row = await context.create(smsSent, {
      smsId: channel.id,
      phone,
      paramNames: Object.keys(params).join(', ').slice(0, 200),
      state: 'waiting',
    });
    await context.emit(SMS_READY, { id: row.id, text });
    sent.push(row.id);
  }
  return { sent };
}

/** Send a message in the transaction that marks it as sent: a temporary failure is retried under the same key. */
export function listenForSms(app: App): void {
  app.outbox.subscribe(SMS_READY, async (context, { id, data }) => {
    const row = await context.get(smsSent, String(data.id));
    if (row.state !== 'waiting') return;
    const channel = await context.get(sms, must(row.smsId, 'smsId'));
    const taken = await app.channels.sms.send({
      key: `platform-${row.id}`,
      to: must(row.phone, 'phone'),
      sign: channel.signName,
      template: channel.templateId,
      text: String(data.text),
    });
    await context.change(
      smsSent,
      row.id,
      'id' in taken
        ? { state: 'sent', providerId: taken.id.slice(0, 64), sentTime: context.now() }
        : { state: 'failed', failReason: storedText(taken.refused, 255) },
    );
    await forgetEventText(context, id);
  });
}

/** Enable one channel and disable the others. Enabling it again has no effect. */
async function enable(
  { id }: CallInputOf<typeof useChannel>,
  context: Context,
): Promise<CallAnswer<typeof useChannel>> {
  if (!id) throw refuse.idMissing({ name: 'id' });
  await context.lock('sms in use');
  const row = await context.get(sms, id);
  for (const other of await context.find(sms, { isEnabled: true }))
    if (other.id !== id) await context.change(sms, other.id, { isEnabled: false });
  if (!row.isEnabled) await context.change(sms, id, { isEnabled: true });
  return { id };
}

export default behaviour<typeof sms>(sms, {
  calls: [implement(useChannel, { write: enable }), implement(sendMessage, { write: send })],
});
