/** What no device needs to exceed: the payload, and the topic and properties around it. */
export const MOST_PAYLOAD = 64 * 1024;
export const MOST_PACKET = MOST_PAYLOAD + 2048;

/** The parser keeps a packet until it is whole, so its announced length is looked at before the rest is waited for. */
export class PacketSizes {
  #left = 0;
  #header: number[] = [];

  /** Reads on through what arrived; false where a packet announces more than it may. */
  accept(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        this.#left -= step;
        at += step;
        continue;
      }
      this.#header.push(chunk[at++]);
      if (this.#header.length === 1 || (this.#header.at(-1)! & 0x80) !== 0) {
        if (this.#header.length > 5) return false;
        continue;
      }
      this.#left = this.#header.slice(1).reduce((sum, byte, place) => sum + (byte & 0x7f) * 128 ** place, 0);
      this.#header = [];
      if (this.#left > MOST_PACKET) return false;
    }
    return true;
  }
}
