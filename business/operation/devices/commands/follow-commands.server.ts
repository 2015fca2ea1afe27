import type { Row } from '#kernel/language/paper.ts';
import type { App, Context } from '#kernel/server';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { deviceCommand } from '#business/iot/commands/device-command.paper.ts';
import { filterRecord } from './filter-record.paper.ts';

type Command = Row<typeof deviceCommand>;

const MAX_ALARMS = 100;

/** Release the open alarms of a device whose rule looks at the state of a filter. */
async function releaseFilterAlarms(context: Context, deviceId: string, filterCode: string): Promise<void> {
  const open = await context.find(
    alarm,
    { deviceId, alarmStatus: ['active', 'confirmed', 'recovered'] },
    { limit: MAX_ALARMS },
  );
  const names = [`"${filterCode}Percent"`, '"filterPercent"', '"filterHours"'];
  for (const { id, raisedBy } of open)
    if (names.some((name) => JSON.stringify(raisedBy ?? {}).includes(name)))
      await context.act(alarm, id, 'release', { releaseType: 'fixed', remark: `滤芯复位 ${filterCode}` });
}

const numberIn = (before: Readonly<Record<string, unknown>> | null, name: string): string | null =>
  typeof before?.[name] === 'number' ? String(before[name]) : null;

/** Record the reset of a filter that its device has confirmed. A repeat has no effect. */
async function recordReset(context: Context, command: Command): Promise<void> {
  const filterCode = String(command.content.params?.filterCode ?? '');
  const key = { deviceId: command.deviceId, filterCode, resetTime: command.replyTime };
  if ((await context.find(filterRecord, key, { first: 1 })).length > 0) return;
  await context.append(filterRecord, [
    {
      ...key,
      mac: command.mac,
      usedPercent: numberIn(command.before, `${filterCode}Percent`) ?? numberIn(command.before, 'filterPercent'),
      usedHours: numberIn(command.before, 'filterHours'),
      resetUser: command.createUser,
      source: command.source,
    },
  ]);
  await releaseFilterAlarms(context, command.deviceId, filterCode);
}

/** Follow commands that ended: a successful reset of a filter becomes a record. */
export function listenForCommands(app: App): void {
  app.outbox.subscribe('deviceCommand.ended', async (context, { data: { id, execStatus } }) => {
    if (execStatus !== 'success') return;
    const [command] = await context.find(deviceCommand, { id: String(id) }, { first: 1 });
    if (command?.content.service === 'resetFilter') await recordReset(context, command);
  });
}
