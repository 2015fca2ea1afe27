import { randomBytes } from 'node:crypto';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Label, type LocalizedText, labelIn } from '#kernel/language/label.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import {
  type Context,
  type Route,
  type RouteAsking,
  RowWriter,
  implementRoute,
  importedRows,
  sendStream,
  transact,
  workbook,
  sql,
} from '#kernel/server';
import { refuse } from '../refusals.ts';
import { deviceSecrets, type setSecrets } from './device.calls.ts';
import { device } from './device.paper.ts';

/** Length of a secret: 128 bits. */
const SECRET_BYTES = 16;
const MIN_LENGTH = 16;
/** Number of devices in one transaction. */
const AT_ONCE = 200;
const MAX_NAMED = 20;

type Device = Row<typeof device>;

/** A row of the workbook: a device and its new secret. Null: the device retains its secret. */
interface Issued {
  readonly row: Device;
  readonly secret: string | null;
}

/**
 * May a device get a new secret? Only if it has none, or has never connected and its secret was not set by its maker.
 */
const mayIssue = (row: Device): boolean =>
  row.authType !== 'none' &&
  row.authType !== 'x509' &&
  row.instanceStatus !== 'retired' &&
  (!row.deviceSecret || (row.instanceStatus === 'inactive' && row.hasMakerSecret !== true));

async function issue(context: Context, ids: readonly string[]): Promise<Issued[]> {
  await context.visible(device, { button: 'secret' }).all(ids);
  // Decide under the row lock: a device that has come online meanwhile retains its secret.
  const rows = new Map((await context.lockRows(device, [...ids].toSorted())).map((row) => [row.id, row]));
  const issued = ids.map((id) => mustGet(rows, id)).map((row) => ({ row, secret: mayIssue(row) ? newSecret() : null }));
  await changeSecrets(context, issued, {
    note: ['随文件发放设备密钥', 'A device secret was issued in a file'],
    hasMakerSecret: false,
  });
  const shown = context.visible(device);
  return issued.map(({ row, secret }) => ({ row: shown.present(row), secret }));
}

/** Write new secrets. The log of each device records that its secret changed and by whom, but not the secret. */
async function changeSecrets(
  context: Context,
  issued: readonly Issued[],
  { note, hasMakerSecret }: { readonly note: LocalizedText; readonly hasMakerSecret: boolean },
): Promise<void> {
  for (const { row, secret } of issued)
    if (secret !== null)
      await context.change(device, row.id, { deviceSecret: secret, isSecretPending: false, hasMakerSecret }, note);
}

const COLUMNS: readonly (readonly [label: Label, of: (one: Issued) => string])[] = [
  [['设备标识', 'Device key'], ({ row }) => row.deviceKey],
  [['设备名称', 'Name'], ({ row }) => row.deviceName],
  [['MAC地址', 'MAC'], ({ row }) => row.mac ?? ''],
  [['序列号', 'Serial no.'], ({ row }) => row.serialNumber ?? ''],
  [['设备密钥', 'Device secret'], ({ secret }) => secret ?? ''],
];
const NOTE: Label = ['说明', 'Note'];
const LEFT_OUT: Label = ['已在使用或为出厂密钥，不变', 'In use already, or of its maker: its secret stays'];

/**
 * Yield the rows of the workbook. Secrets are issued meanwhile, several devices in a transaction. If the download
 * breaks, a repeat issues new ones.
 */
async function* issuedRows({ app, actor }: RouteAsking, ids: readonly string[]): AsyncGenerator<string> {
  const writer = new RowWriter([...COLUMNS.map(() => 'text' as const), 'text']);
  const cells = (one: Issued): string[] => [
    ...COLUMNS.map(([, of]) => of(one)),
    one.secret === null ? labelIn(LEFT_OUT, actor.language) : '',
  ];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const issued = await transact(app, actor, (tx) => issue(tx, ids.slice(at, at + AT_ONCE)));
    yield issued.map((one) => writer.xml(cells(one))).join('');
  }
}

/**
 * Return the ids of the devices that a call names. Refuse devices that the caller may not see before the file begins,
 * because a file that breaks off looks complete.
 */
async function namedDevices(
  { app, actor }: RouteAsking,
  { batch, ids }: CallInputOf<typeof deviceSecrets>,
): Promise<string[]> {
  if (!batch && !ids?.length) throw refuse.secretsOfNothing();
  const by = { tenantId: actor.tenancy.tenantId, personId: actor.person.id };
  return transact(app, actor, async (tx) => {
    const named = [...new Set(batch ? await importedRows(tx.sql, by, { paper: device, batch }) : ids)];
    await tx.visible(device, { button: 'secret' }).all(named);
    return named;
  });
}

/** Sends the workbook of new secrets. They are shown only here, since a stored secret cannot be read back. */
export const deviceSecretsRoute = (): Route =>
  implementRoute(
    deviceSecrets,
    async (input, call) => {
      const ids = await namedDevices(call, input);
      const { language } = call.actor;
      const name = labelIn(['设备密钥', 'Device secrets'], language);
      const header = [...COLUMNS.map(([label]) => label), NOTE].map((label) => labelIn(label, language));
      const sheet = { name, header, widths: header.map(() => 28), rows: issuedRows(call, ids) };
      return sendStream(call, workbook([sheet]), {
        name,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      });
    },
    { raw: true, download: true, harmless: 'never' },
  );

/** Set secrets that the maker of the devices supplied: all of them, or none. No refusal contains a secret. */
export async function setSuppliedSecrets(
  { secrets }: CallInputOf<typeof setSecrets>,
  context: Context,
): Promise<CallAnswer<typeof setSecrets>> {
  const byKey = new Map<string, string>();
  for (const { deviceKey, deviceSecret } of secrets) {
    if (byKey.has(deviceKey)) throw refuse.secretTwice({ key: deviceKey });
    if (deviceSecret.length < MIN_LENGTH) throw refuse.secretTooShort({ key: deviceKey });
    byKey.set(deviceKey, deviceSecret);
  }
  // A device outside the caller's scope counts as unknown.
  const rows = await context
    .visible(device, { also: sql`t.device_key = any(${[...byKey.keys()]}::text[])` })
    .rows({ limit: byKey.size });
  const known = new Map(rows.map((row) => [row.deviceKey, row.id]));
  const unknown = [...byKey.keys()].filter((key) => !known.has(key));
  if (unknown.length) throw refuse.keysUnknown({ keys: unknown.slice(0, MAX_NAMED), count: unknown.length });
  const found = await context.visible(device, { button: 'secret' }).all([...known.values()].toSorted());
  if (found.some((row) => row.instanceStatus === 'retired')) throw refuse.deviceRetired();
  await changeSecrets(
    context,
    found.map((row) => ({ row, secret: mustGet(byKey, row.deviceKey) })),
    { note: ['录入了出厂密钥', 'The secret of its maker was entered'], hasMakerSecret: true },
  );
  return { set: found.length };
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex');
