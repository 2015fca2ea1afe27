/** Two buttons of one page were called the same: whoever granted one did not know which. */
export default {
  appliedAs: 'maintenance/0002-the-answer-to-an-escalated-urge-has-a-name',
  covers: [],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query(
      "update blade_menu set name = '答复升级', name_en = 'Answer escalated' where code = 'asurgevisit_answerEscalated' and name = '答复' and name_en = 'Answer'",
    );
  },
};
