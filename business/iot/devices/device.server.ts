import { must } from '#kernel/language/must.ts';
import { type Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { leaveCommands } from '../commands/leave-commands.server.ts';
import { thingModel } from '../models/thing-model.paper.ts';
import { refuse } from '../refusals.ts';
import { register, reissue } from './device-secret.server.ts';
import { assertUnit, sameUnit } from './device-unit.server.ts';
import { setSuppliedSecrets } from './device-secrets.server.ts';
import { addDevice, issueSecret, setSecrets } from './device.calls.ts';
import { freeKeys, takeKeys } from './device-key.server.ts';
import { claimCertificates, plainFingerprint } from './device-certificate.server.ts';
import { device } from './device.paper.ts';
import { isDeviceKey, mayBeParent } from './device.rules.ts';

type Device = Row<typeof device>;

const idsOf = (rows: readonly Device[]): string[] => rows.map((row) => row.id);

/** Refuse devices of a model that is not published: their values could not be interpreted. */
async function assertModels(context: Context, rows: readonly Device[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.modelId))];
  const models = await context.find(thingModel, { id: ids });
  if (models.some((model) => model.modelStatus !== 'published')) throw refuse.modelNotOpen();
}

/** Refuse a parent that is neither a gateway nor a direct device, or that is in another home. */
async function assertParents(context: Context, rows: readonly Pick<Device, 'id' | 'parentId' | 'householdId'>[]) {
  const children = rows.filter((row) => row.parentId);
  if (!children.length) return;
  if (children.some((row) => row.parentId === row.id)) throw refuse.parentItself();
  const parents = await context.find(device, { id: [...new Set(children.map((row) => row.parentId))] });
  const known = new Map(parents.map((row) => [row.id, row]));
  for (const row of children) {
    const parent = known.get(must(row.parentId, 'parentId'));
    if (!parent || !mayBeParent(parent.nodeType)) throw refuse.parentNoGateway();
    if (row.householdId && parent.householdId && row.householdId !== parent.householdId) throw refuse.parentElsewhere();
  }
}

export default behaviour<typeof device>(device, {
  apart: true,
  computed: {
    now: 'select l.ts from iot_device_latest l where l.device_id = t.id and l.tenant_id = t.tenant_id and (t.owned_since is null or l.ts >= t.owned_since)',
  },
  async saving(context, { before, values }) {
    if (values.deviceKey && !isDeviceKey(values.deviceKey)) throw refuse.keyMalformed();
    const certFingerprint = values.certFingerprint && plainFingerprint(values.certFingerprint);
    if (before && 'certFingerprint' in values)
      await claimCertificates(context, [{ id: before.id, certFingerprint: certFingerprint || null }]);
    const unit = sameUnit(values, before);
    if ('busId' in values || 'busUnit' in unit) await assertUnit(context, { ...before, ...values, ...unit } as Device);
    if (before && values.parentId) await assertParents(context, [{ ...before, parentId: values.parentId }]);
    return certFingerprint ? { ...unit, certFingerprint } : unit;
  },
  async added(context, rows) {
    await assertModels(context, rows);
    await assertParents(context, rows);
    await takeKeys(context, rows);
    await claimCertificates(
      context,
      rows.filter((row) => row.certFingerprint),
    );
  },
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.householdId).map((row): [string, Refusal] => [row.id, refuse.deviceInHome()])),
  // When a device is removed, its alarms stay as history, with its name.
  releases: [
    'alarm.deviceId',
    'alarm.gatewayId',
    'alarmRule.deviceId',
    'deviceCommand.deviceId',
    'upgradeRun.deviceId',
  ],
  async leaving(context, rows) {
    await freeKeys(context, idsOf(rows));
    await claimCertificates(context, rows, true);
    await leaveCommands(context, idsOf(rows), 'gone');
    for (const { id } of rows) await context.emit('device.left', { id, reason: null });
  },
  async restoring(context, row) {
    if (row.instanceStatus === 'retired') return;
    await takeKeys(context, [row]);
    await claimCertificates(context, [row]);
  },
  actions: {
    async retire(context, row, { reason }) {
      if (row.householdId) throw refuse.deviceInHome();
      await freeKeys(context, [row.id]);
      await claimCertificates(context, [row], true);
      await leaveCommands(context, [row.id], 'gone');
      await context.emit('device.left', { id: row.id, reason });
    },
  },
  calls: [
    implement(addDevice, { write: register, secret: true }),
    implement(issueSecret, { write: reissue, secret: true }),
    implement(setSecrets, { write: setSuppliedSecrets, secret: true }),
  ],
});
