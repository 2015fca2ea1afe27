import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import type { CommandInput, Sendable } from '#business/iot/commands/device/settable.rules.ts';
import type { settingDetail } from '../commands/settings.calls.ts';

/** Answer with the wanted and reported settings of a device. */
export type ShadowSettings = CallAnswer<typeof settingDetail>;

/** A property that may be set: wanted beside reported. */
export interface SettingRow {
  readonly identifier: string;
  readonly input: CommandInput;
  readonly isHigh: boolean;
  /** Undefined: no value is wanted. */ readonly wanted: unknown;
  readonly wantedTime: string | null;
  readonly wantedBy: string;
  /** Undefined: it was never reported. */ readonly reported: unknown;
  readonly reportedTime: string | null;
  readonly isExpired: boolean;
}

/** Return a row for each property that may be set: those with a wanted value first, then in the order of the model. */
export function settingRows(settings: ShadowSettings, sendables: readonly Sendable[]): SettingRow[] {
  const byKey = new Map(sendables.map((one) => [one.key, one]));
  const rows = settings.items.flatMap(({ identifier, state }): SettingRow[] => {
    const of = byKey.get(`set ${identifier}`);
    if (!of) return [];
    const about = settings.metadata[identifier];
    return [
      {
        identifier,
        input: of.inputs[0],
        isHigh: of.isHigh,
        wanted: settings.desired[identifier],
        wantedTime: about?.desiredTime ?? null,
        wantedBy: about?.userName ?? '',
        reported: settings.reported[identifier],
        reportedTime: about?.reportedTime ?? null,
        isExpired: state === 'expired',
      },
    ];
  });
  return rows.toSorted((a, b) => Number(b.wanted !== undefined) - Number(a.wanted !== undefined));
}

/** The newest command that set a property. */
export interface LastCommand {
  readonly execStatus: string;
  readonly words: string;
}

/** Return the newest command of a list (newest first) that set a property to a value. */
export function lastCommandOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  identifier: string,
  wanted: unknown,
): LastCommand | undefined {
  const found = rows.find(({ content }) => {
    const set = (content as { set?: Record<string, unknown> } | null)?.set;
    return set !== undefined && JSON.stringify(set[identifier]) === JSON.stringify(wanted);
  });
  return (
    found && { execStatus: String(found.execStatus), words: String(found.resultMsg ?? found.reason ?? '').slice(0, 80) }
  );
}

const SENT: Readonly<Record<string, Label>> = {
  pending: ['等下发', 'To be sent'],
  queued: ['等设备上线', 'Waits for the device'],
  sent: ['已下发，等应答', 'Sent, no reply yet'],
  delivered: ['已送达，等应答', 'Delivered, no reply yet'],
  running: ['设备在执行', 'The device works on it'],
  success: ['设备已应答，还没上报', 'The device replied, and has not reported it'],
  timeout: ['没有应答', 'No reply'],
  expired: ['指令已过期', 'The command expired'],
  canceled: ['指令已取消', 'The command was canceled'],
};

/** Return why a wanted value is not reported yet. */
export function delayWords(row: SettingRow, isOnline: boolean, last: LastCommand | undefined): Label {
  if (row.isExpired) return ['已过期，不再下发', 'Expired: it is not sent any more'];
  if (!isOnline) return ['设备不在线，上线后下发', 'Offline: sent when it connects'];
  if (!last) return ['等下发', 'To be sent'];
  if (last.execStatus === 'failed') return [`没做成 ${last.words}`.trim(), `Failed ${last.words}`.trim()];
  return SENT[last.execStatus] ?? ['等下发', 'To be sent'];
}
