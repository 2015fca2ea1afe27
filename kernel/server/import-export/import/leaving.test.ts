import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { runningSheets } from '../sheet/sheet-workers.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('as_admin');
const PATH = '/api/blade-maintenance/webApi/ascustomer/import/upload';
/** Reading this sheet takes a second or more, so that the client disconnects before its answer. */
const SHEET = Buffer.from(`客户姓名,手机号,详细地址\n${`某人,13700001001,"${'龙柏路 '.repeat(20)}"\n`.repeat(90_000)}`);
const FORM = [
  Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'),
  SHEET,
  Buffer.from('\r\n--x--\r\n'),
];

/** A client that sends the first part of a sheet, and then waits. */
interface Sender {
  rest(): void;
  leave(): void;
}

function sending(bytes: number): Promise<Sender> {
  const { hostname, port } = new URL(server.base);
  const whole = Buffer.concat(FORM);
  return new Promise((resolve, reject) => {
    const line = connect(Number(port), hostname, () => {
      line.write(
        `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nBlade-Auth: bearer ${admin.token}\r\nTenant-Id: 000000\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${whole.length}\r\n\r\n`,
      );
      line.write(whole.subarray(0, bytes), () =>
        resolve({
          rest: () => {
            line.write(whole.subarray(bytes));
          },
          leave: () => {
            line.destroy();
          },
        }),
      );
    });
    line.on('error', reject);
  });
}
/** Number of bytes that a client sends before it waits: all of the form but its last eight bytes. */
const NEARLY = FORM.reduce((sum, part) => sum + part.length, -8);

const spooled = (): string[] => {
  try {
    return readdirSync(join(server.app.dataDir, 'uploads'));
  } catch {
    return [];
  }
};
const imports = async (): Promise<number> => (await server.tables('select 1 from anju_import')).length;
const nothingLeft = async (): Promise<void> => {
  await expect.poll(() => [runningSheets(), spooled()]).toEqual([{ working: 0, waiting: 0 }, []]);
  expect(await imports()).toBe(0);
};

test('来人在表格读到一半、排队、或刚发完时离开：不再读，也不留文件 a client that disconnects while its sheet is read, waits or has just arrived ends the reading, and no file stays', async () => {
  const senders = await Promise.all([sending(NEARLY), sending(NEARLY), sending(NEARLY)]);
  await expect.poll(() => spooled().length).toBe(3);
  for (const one of senders) one.rest();
  await expect.poll(runningSheets, { interval: 2 }).toEqual({ working: 2, waiting: 1 });
  for (const one of senders) one.leave();
  await nothingLeft();
  for (let n = 0; n < 3; n++) {
    const one = await sending(NEARLY);
    one.rest();
    one.leave();
  }
  await nothingLeft();
});

test('只发了一半就离开，也不留文件 no file stays of an upload that breaks off halfway either', async () => {
  const one = await sending(NEARLY / 2);
  await expect.poll(spooled).toHaveLength(1);
  one.leave();
  await nothingLeft();
});
