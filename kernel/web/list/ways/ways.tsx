import { CalendarDays, SquareKanban, Table } from 'lucide-react';
import { SegmentedControl } from '../../pickers/choice/segmented-control.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../i18n/words.ts';
import { hasBoard } from './use-ways.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

/** Buttons that switch the layout of a list. Hidden for papers that have only the table. */
export function Ways({ screen }: { screen: ListScreenState }): ReactElement | null {
  const t = useT();
  const { of, state } = screen;
  const ways = [
    { key: '', words: t(['表格', 'Table']), sign: <Table size={15} aria-hidden /> },
    ...(hasBoard(of)
      ? [{ key: 'kanban', words: t(['看板', 'Board']), sign: <SquareKanban size={15} aria-hidden /> }]
      : []),
    ...(of.calendar
      ? [{ key: 'calendar', words: t(['日历', 'Calendar']), sign: <CalendarDays size={15} aria-hidden /> }]
      : []),
  ];
  if (ways.length < 2) return null;
  return (
    <SegmentedControl
      label={t(['显示为', 'Shown as'])}
      items={ways.map(({ key, words, sign }) => ({
        key,
        title: words,
        label: (
          <>
            {sign}
            <span className="sr-only">{words}</span>
          </>
        ),
      }))}
      value={screen.as ?? ''}
      onChange={(key) => state.change({ as: key || undefined, group: undefined, open: undefined, month: undefined })}
    />
  );
}
