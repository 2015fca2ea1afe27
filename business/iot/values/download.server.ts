import type { Row } from '#kernel/language/paper.ts';
import {
  BOM,
  type App,
  RowWriter,
  type Route,
  type RouteAsking,
  csvRow,
  implementRoute,
  inZone,
  readingOf,
  sendStream,
  transact,
  workbook,
} from '#kernel/server';
import { labelIn } from '#kernel/language/label.ts';
import { device } from '../devices/device.paper.ts';
import { streamMessages } from '../history/store/stream-messages.server.ts';
import type { SchemaAttribute } from '../models/model-schema.rules.ts';
import { type ValueSpan, readSpan } from './span.server.ts';
import { unitOf } from './value-words.rules.ts';
import { downloadValues } from './values.calls.ts';
import { propertiesOf, seenDevice } from './current.server.ts';

const AT_ONCE = 5000;
/** Maximal number of rows in the file, because a sheet cannot hold more. */
const MAX_ROWS = 1_000_000;

interface Asked {
  readonly app: App;
  readonly tenancy: RouteAsking['actor']['tenancy'];
  readonly row: Row<typeof device>;
  readonly span: ValueSpan;
  readonly identifiers: readonly string[];
}

/**
 * Yield the rows of the file, some thousand at a time, so that memory does not grow with the span. No database
 * connection is held in between.
 */
async function* rowsOf({ app, tenancy, row, span, identifiers }: Asked): AsyncIterable<string[][]> {
  let count = 0;
  const messages = streamMessages(
    (work) => app.db.read(tenancy, work),
    { tenantId: tenancy.tenantId, deviceId: row.id, ...span },
    AT_ONCE,
  );
  for await (const some of messages) {
    const room = some.slice(0, MAX_ROWS - count);
    yield room.map(({ ts, data }) => [
      inZone(ts, tenancy.zone),
      ...identifiers.map((one) => (data[one] === undefined || data[one] === null ? '' : String(data[one]))),
    ]);
    count += room.length;
    if (count >= MAX_ROWS) return;
  }
}

async function* csvOf(header: readonly string[], rows: AsyncIterable<string[][]>): AsyncIterable<Buffer> {
  yield Buffer.from(BOM + csvRow(header));
  for await (const some of rows) yield Buffer.from(some.map((cells) => csvRow(cells)).join(''));
}

async function* xmlOf(writer: RowWriter, rows: AsyncIterable<string[][]>): AsyncIterable<string> {
  for await (const some of rows) yield some.map((cells) => writer.xml(cells)).join('');
}

const unitBehind = (one: SchemaAttribute | undefined): string => (one && unitOf(one) ? ` (${unitOf(one)})` : '');

/** Sends the values of a device as a file. The download is logged. */
export const downloadRoute = (): Route =>
  implementRoute(
    downloadValues,
    async (asked, call) => {
      const { app, actor } = call;
      const { row, span, properties } = await readingOf(call, async (reading) => {
        const seen = await seenDevice(reading, asked.deviceId);
        return {
          row: seen,
          span: await readSpan(reading, seen, asked),
          properties: await propertiesOf(reading.sql, reading.tenantId, seen),
        };
      });
      const known = new Map(properties.map((one) => [one.identifier, one]));
      const wanted = (asked.identifiers ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => known.has(one));
      const identifiers = wanted.length > 0 ? wanted : [...known.keys()];
      const header = [
        labelIn(['时间', 'Time'], actor.language),
        ...identifiers.map((one) => {
          const property = known.get(one);
          return `${labelIn([property?.name ?? one, property?.nameEn ?? property?.name ?? one], actor.language)}${unitBehind(property)}`;
        }),
      ];
      await transact(app, actor, (tx) =>
        tx.note(device, row.id, 'downloadValues', [
          `下载工况 ${asked.start} 至 ${asked.end}`,
          `Downloaded values from ${asked.start} to ${asked.end}`,
        ]),
      );
      const rows = rowsOf({ app, tenancy: actor.tenancy, row, span, identifiers });
      const isSheet = asked.format === 'xlsx';
      const name = `${row.deviceName}.${isSheet ? 'xlsx' : 'csv'}`;
      if (!isSheet) return sendStream(call, csvOf(header, rows), { name, type: 'text/csv; charset=utf-8' });
      const writer = new RowWriter(['moment', ...identifiers.map(() => 'number' as const)]);
      const sheet = { name: labelIn(['工况', 'Values'], actor.language), header, rows: xmlOf(writer, rows) };
      return sendStream(call, workbook([sheet]), {
        name,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      });
    },
    { raw: true, download: true },
  );
