import { useRef, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { deviceCommand } from '#business/iot/commands/device-command.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { readHomeValues } from '../../households/household.calls.ts';
import { household } from '../../households/household.paper.ts';
import { settingDetail, settingUpdate } from '../commands/settings.calls.ts';

const CHANGED = 'iot.shadowChanged';
const UNDER_WAY = 'iot.workUnderWay';

/** Settings at the server, sent with the refusal of an older version. */
export interface ShadowNow {
  readonly version: number;
  readonly desired: Readonly<Record<string, unknown>>;
  readonly reported: Readonly<Record<string, unknown>>;
}

export interface SettingChange {
  readonly isBusy: boolean;
  readonly problem: string;
  /** Somebody else has changed the settings meanwhile; the present ones. */ readonly standing: ShadowNow | null;
  /** A technician works at the home, and the person may pass that with a reason. */ readonly isLocked: boolean;
  /** Send a change of one property; null withdraws its wanted value. Return whether it was accepted. */
  readonly change: (identifier: string, value: unknown, why?: string) => Promise<boolean>;
  readonly reset: () => void;
}

/** Read the settings of a device again, and the values of its home, which show what is wanted. */
export function rereadSettings(): void {
  void queryClient.invalidateQueries({ queryKey: ['row', device.name, settingDetail.path] });
  void queryClient.invalidateQueries({ queryKey: ['row', household.name, readHomeValues.path] });
}

/** Change settings of a device, based on the version that the person has seen. */
export function useSettingChange(mac: string, version: number): SettingChange {
  const may = useMay(device);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [standing, setStanding] = useState<ShadowNow | null>(null);
  const [isLocked, setLocked] = useState(false);
  const key = useRef(newKey());
  const reset = (): void => {
    setProblem('');
    setStanding(null);
    setLocked(false);
  };
  async function change(identifier: string, value: unknown, why = ''): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setProblem('');
    const sent = {
      mac,
      version: standing?.version ?? version,
      values: { [identifier]: value },
      ...(why && { reason: why }),
      ...(isLocked && { override: true }),
    };
    try {
      await askCall(settingUpdate, sent, { quiet: true, key: key.current });
      reset();
      refresh(deviceCommand.name);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.fields[0]?.msg ?? error.message);
      setStanding(error.reason === CHANGED ? (error.data as unknown as ShadowNow) : null);
      setLocked(error.reason === UNDER_WAY && may('controlOverride'));
      return false;
    } finally {
      key.current = newKey();
      setBusy(false);
      rereadSettings();
    }
  }
  return { isBusy, problem, standing, isLocked, change, reset };
}
