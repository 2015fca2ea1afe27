import { spreadText } from '#business/iot/simulator/figures.rules.ts';
import { type LoadOptions, openClients, runLoad, runStorm } from '#business/iot/simulator/load.server.ts';
import { loadDevices } from '#business/iot/simulator/run-devices.server.ts';
import { printLine, step } from '../steps.ts';
import type { RunningGateway } from './with-gateway.ts';

/** Messages a second that the gateway accepts from one device. */
const DEVICE_RATE = 20;

async function opened(gateway: RunningGateway, count: number) {
  const devices = await step(`设备 ${count} Devices`, () => loadDevices(gateway.app, gateway.tenantId, count));
  await gateway.heard();
  const { clients, connect } = await step(`连接 ${count} Lines`, () => openClients(devices, gateway));
  printLine(`连接 connect ${spreadText(connect)}`);
  return { devices, clients };
}

/** Send messages at a rate, and print the result each second and at the end. Return the exit code. */
export async function simLoad(
  gateway: RunningGateway,
  options: LoadOptions & { readonly conns: number },
): Promise<number> {
  if (options.rate / options.conns > DEVICE_RATE)
    printLine(
      `每台每秒 ${(options.rate / options.conns).toFixed(1)} 条，网关限 ${DEVICE_RATE} 条：多出的会等 more than the gateway lets a device send: the rest waits`,
    );
  const { devices, clients } = await opened(gateway, options.conns);
  try {
    const { sent, acknowledged, held, seconds, ack } = await runLoad(devices, clients, options, {
      told: (now) =>
        printLine(
          `${now.seconds.toFixed(0)} s  发送 ${now.sent} sent, 确认 ${now.acknowledged} acknowledged, ${spreadText(now.ack)}`,
        ),
    });
    console.log(
      `✓ ${sent} 条 messages, ${Math.round(sent / seconds)}/s, ${options.keys} 个数值 numbers, QoS ${options.qos}, 等待 ${held} held back`,
    );
    if (options.qos === 0) return 0;
    console.log(
      `${acknowledged === sent ? '✓' : '✗'} 确认 acknowledged ${acknowledged}/${sent}, PUBACK ${spreadText(ack)}`,
    );
    return acknowledged === sent ? 0 : 1;
  } finally {
    for (const client of clients) client.stop();
  }
}

/** Drop all connections and reconnect them at once, `rounds` times. Return the exit code. */
export async function simStorm(
  gateway: RunningGateway,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
): Promise<number> {
  const { clients } = await opened(gateway, lines);
  try {
    let isGood = true;
    for (let round = 1; round <= rounds; round += 1) {
      const { seconds, connect, acknowledged } = await runStorm(clients);
      isGood &&= acknowledged === lines;
      console.log(
        `${acknowledged === lines ? '✓' : '✗'} ${lines} 条线 lines, 全部回来 all back after ${seconds.toFixed(1)} s, ${spreadText(connect)}, 首条确认 first messages safe ${acknowledged}/${lines}`,
      );
    }
    return isGood ? 0 : 1;
  } finally {
    for (const client of clients) client.stop();
  }
}
