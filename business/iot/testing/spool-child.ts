import { Lane } from '../ingest/lane/lane.server.ts';
import { Spool } from '../ingest/spool/spool.server.ts';

/** Run a write queue in this process, which has a limit of file size, and print which entries were acknowledged. */
const [folder, batches] = [process.argv[2], Number(process.argv[3])];
const EACH = 500;

// Ignore the signal, which would end the process before the failed write is reported as an error.
process.on('SIGXFSZ', () => undefined);
const spool = new Spool(folder, 2 ** 30);
await spool.open();
const errors: string[] = [];
const lane = new Lane({
  spool,
  write: () => Promise.reject(new Error('away')),
  isAway: () => true,
  refuse: () => Promise.resolve(),
  report: (error) => errors.push(error.message),
});
lane.start();
const acknowledged: number[] = [];
for (let batch = 0; batch < batches; batch += 1)
  await Promise.all(
    Array.from({ length: EACH }, (_, at) => {
      const ts = batch * EACH + at + 1;
      const entry = {
        tenantId: '000000',
        deviceId: '1',
        ts,
        history: { n: ts },
        latest: null,
        isWhole: true,
        quality: 0,
      };
      return new Promise<void>((resolve) =>
        lane.push({
          entry,
          done: (isSafe) => {
            if (isSafe) acknowledged.push(ts);
            resolve();
          },
        }),
      );
    }),
  );
await lane.stop();
process.stdout.write(JSON.stringify({ acknowledged, errors }));
process.exit(0);
