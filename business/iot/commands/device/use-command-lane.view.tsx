import { useQuery } from '@tanstack/react-query';
import { choicesOf } from '#kernel/language/dictionary.ts';
import type { LaneSpan } from '#kernel/web/chart/time-axis.tsx';
import { momentOf, serverNow, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { execStatus } from '../dictionaries.ts';
import { commandMarks } from './command-lane.rules.ts';

const MOST = '100';
const states = choicesOf(execStatus);

/** Return the commands to a device as marks of a time bar below curves: a ring while one is open, a dot afterwards. */
export function useCommandLane(deviceId: string, from: number, until: number): readonly LaneSpan[] {
  const language = useLanguage();
  const may = useMay(deviceCommand)('view');
  const day = momentOf(new Date(from)).slice(0, 10);
  const { data } = useQuery({
    queryKey: ['list', deviceCommand.name, 'of device', deviceId, day, language],
    queryFn: ({ signal }) =>
      readList(
        deviceCommand,
        { deviceId, size: MOST, commandTime_datege: `${day} 00:00:00`, descs: 'commandTime' },
        signal,
      ),
    enabled: deviceId !== '' && may,
    retry: false,
  });
  const rows = (data?.records ?? []).map((row) => {
    return {
      id: row.id,
      at: serverNow().getTime() - sinceMoment(String(row.commandTime)),
      clock: String(row.commandTime).slice(11, 16),
      title: String(row.title ?? ''),
      execStatus: String(row.execStatus),
      state: states[String(row.execStatus)] ?? ['', ''],
    };
  });
  return commandMarks(rows, from, until).map(({ id, at, tone, isOpen, word, isLabelled }) => ({
    key: id,
    from: at,
    until: at,
    tone,
    mark: isOpen ? 'ring' : 'dot',
    word,
    isLabelled,
    to: `/iot/deviceCommand?id=${id}`,
  }));
}
