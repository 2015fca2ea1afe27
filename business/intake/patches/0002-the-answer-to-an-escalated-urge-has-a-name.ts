/** Rename one of two buttons of a page that had the same name and could not be distinguished when granted. */
export default {
  appliedAs: 'maintenance/0002-the-answer-to-an-escalated-urge-has-a-name',
  covers: [],
  async apply(query: (text: string) => Promise<unknown>): Promise<void> {
    await query(
      "update blade_menu set name = '答复升级', name_en = 'Answer escalated' where code = 'asurgevisit_answerEscalated' and name = '答复' and name_en = 'Answer'",
    );
  },
};
