/** Let the devices of existing models continue to send 0 as the login time, until an engineer forbids it. */
export default {
  covers: [],
  async apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void> {
    await query('update iot_thing_model set clockless = true where clockless is distinct from true');
  },
};
