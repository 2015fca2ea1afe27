// The device process of the product without its rate limit, as the bench sends more than a device may.
import { startDevices } from '#business/iot/ingest/part/devices.server.ts';
import { openApp } from '../../../../server/assemble.ts';

const { BENCH_APP_URL: appUrl = '', BENCH_DATA: dataDir = '', BENCH_PORT: port = '0' } = process.env;
const app = await openApp({ appUrl, dataDir });
const part = await startDevices(app, {
  host: '127.0.0.1',
  devices: {
    mqttPort: Number(port),
    mqttTlsPort: 0,
    httpPort: 0,
    coapPort: 0,
    tls: null,
    anonymous: false,
    ports: { from: 9000, to: 9999 },
    spoolMax: 2 ** 30,
  },
  simulator: false,
  rate: { perSecond: 1e6, burst: 1e6 },
  say: () => undefined,
});
process.send?.({ ready: part.listeners.portOf('mqtt') });
process.on('message', () => process.send?.({ facts: part.facts() }));
process.on('SIGTERM', () => {
  void part
    .stop()
    .then(() => app.close())
    .then(() => process.exit(0));
});
