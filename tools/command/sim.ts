// `npm run sim -- demo|load|storm|verify`: simulated devices behind the gateway of a product that runs from this
// folder. They use MQTT over TCP with separate secrets, as real ones do. A run removes its devices at the end, unless
// `--keep` is set.
import { parseArgs } from 'node:util';
import { simDemo } from './sim/demo.ts';
import { simLoad, simStorm } from './sim/load.ts';
import { numberOf, usage } from './sim/options.ts';
import { withGateway } from './sim/with-gateway.ts';
import { simVerify } from './sim/verify.ts';
import { command } from './steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    conns: { type: 'string' },
    rate: { type: 'string' },
    keys: { type: 'string' },
    qos: { type: 'string' },
    duration: { type: 'string' },
    reconnect: { type: 'string' },
    rounds: { type: 'string' },
    homes: { type: 'string' },
    of: { type: 'string' },
    misbehave: { type: 'string' },
    fault: { type: 'string' },
    home: { type: 'string' },
    tenant: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    keep: { type: 'boolean' },
  },
});

await command(() => {
  const [name] = positionals;
  const place = { tenantId: values.tenant ?? '000000', host: values.host, port: values.port, keep: values.keep };
  const load = {
    conns: numberOf(values.conns, 500, { most: 20_000 }),
    rate: numberOf(values.rate, 1000, { most: 100_000 }),
    keys: numberOf(values.keys, 12, { most: 12 }),
    qos: values.qos === '0' ? (0 as const) : (1 as const),
    seconds: numberOf(values.duration, 30, { most: 86_400 }),
  };
  switch (name) {
    case 'demo':
      return withGateway(place, (gateway) =>
        simDemo(gateway, {
          misbehave: values.misbehave,
          fault: values.fault,
          home: values.home,
          seconds: values.duration === undefined ? null : load.seconds,
        }),
      );
    case 'load':
      return withGateway(place, (gateway) => simLoad(gateway, load));
    case 'storm':
      return withGateway(place, (gateway) =>
        simStorm(gateway, {
          lines: numberOf(values.reconnect, 1000, { most: 20_000 }),
          rounds: numberOf(values.rounds, 1, { most: 100 }),
        }),
      );
    case 'verify':
      return withGateway(place, (gateway) =>
        simVerify(gateway, {
          ...load,
          conns: numberOf(values.conns, 50, { most: 20_000 }),
          rate: numberOf(values.rate, 500, { most: 100_000 }),
          seconds: numberOf(values.duration, 40, { least: 4, most: 86_400 }),
          homes: numberOf(values.homes, 50, { most: 500 }),
          of: values.of === 'load' ? 'load' : 'homes',
          misbehave: values.misbehave,
        }),
      );
    default:
      console.error(usage);
      return Promise.resolve(1);
  }
});
