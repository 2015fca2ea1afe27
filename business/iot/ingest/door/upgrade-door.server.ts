import type { Chunks } from '../../firmware/download/chunks.server.ts';
import type { ChunkRequest, UpgradeNews } from '../../firmware/engine/news.rules.ts';
import type { UpgradeEngine } from '../../firmware/engine/upgrade-engine.server.ts';
import { type LaneEntry, emptyEntry } from '../entry.rules.ts';
import type { KnownDevice } from '../known-device.server.ts';
import type { Registry } from '../registry.server.ts';
import type { Hello } from '../uplink.rules.ts';
import type { Welcome } from './welcome.server.ts';

interface Doors {
  readonly upgrades: Pick<UpgradeEngine, 'isBusy' | 'greeted' | 'asked'>;
  readonly chunks: Pick<Chunks, 'request'>;
  readonly welcome: Pick<Welcome, 'hello' | 'learnVersions'>;
  readonly registry: Pick<Registry, 'childrenOf'>;
  readonly now: () => number;
}

/** Handles greetings of devices, and their messages about firmware. Returns what the batch must store. */
export class UpgradeDoor {
  readonly #of: Doors;

  constructor(of: Doors) {
    this.#of = of;
  }

  /** Handle a greeting. The versions in it concern an upgrade of the device, if one may be under way. */
  hello(known: KnownDevice, hello: Hello, address: string): LaneEntry[] {
    const { welcome, upgrades, registry, now } = this.#of;
    welcome.hello(known, hello, address);
    upgrades.greeted(known.id, known.tenantId);
    if (!upgrades.isBusy(known.tenantId)) return [];
    for (const child of registry.childrenOf(known.id)) upgrades.greeted(child.id, child.tenantId);
    if (Object.keys(hello.firmware).length === 0) return [];
    return [{ ...emptyEntry(known, now()), upgrade: { kind: 'versions', modules: hello.firmware } }];
  }

  /** Handle the progress of an upgrade, or a reported version. */
  news(known: KnownDevice, news: UpgradeNews): LaneEntry[] {
    if (news.kind === 'versions') {
      this.#of.welcome.learnVersions(known, news.modules);
      this.#of.upgrades.asked(known.id, known.tenantId);
    }
    return [{ ...emptyEntry(known, this.#of.now()), upgrade: news }];
  }

  /** Send a part of a file to the device that wants it. */
  chunk(known: KnownDevice, wanted: ChunkRequest): void {
    this.#of.chunks.request(known, wanted);
  }
}
