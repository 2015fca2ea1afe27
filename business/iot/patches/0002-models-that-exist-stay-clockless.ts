/** Devices that were sold may sign `ts=0`: their models keep that right until somebody takes it away. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query('update iot_thing_model set clockless = true where clockless is distinct from true');
  },
};
