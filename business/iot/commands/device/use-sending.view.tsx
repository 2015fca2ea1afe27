import { useRef, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { device } from '../../devices/device.paper.ts';
import { controlDevice } from '../control/control.calls.ts';
import { deviceCommand } from '../device-command.paper.ts';

const UNDER_WAY = 'iot.workUnderWay';

type Result = CallAnswer<typeof controlDevice>;

interface Sending {
  readonly busy: boolean;
  readonly result: Result | null;
  readonly problem: string;
  /** The device was refused because a technician works there, and the person may pass that. */
  readonly isLocked: boolean;
  readonly send: (parts: Record<string, unknown>, why: string, isOverride: boolean) => Promise<void>;
}

/** Send commands to one device, and wait up to eight seconds for the result of each. */
export function useSending(deviceId: string): Sending {
  const may = useMay(device);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState('');
  const [isLocked, setLocked] = useState(false);
  const key = useRef(newKey());
  async function send(parts: Record<string, unknown>, why: string, isOverride: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem('');
    setResult(null);
    const sent = { deviceId, ...parts, ...(why && { reason: why }), ...(isOverride && { override: true }) };
    try {
      setResult(await askCall(controlDevice, sent, { quiet: true, key: key.current }));
      key.current = newKey();
      refresh(deviceCommand.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setProblem(error.fields[0]?.msg ?? error.message);
      setLocked(error.reason === UNDER_WAY && may('controlOverride'));
    } finally {
      setBusy(false);
    }
  }
  return { busy, result, problem, isLocked, send };
}
