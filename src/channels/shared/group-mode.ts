/** When we answer in a group: when meant, always, or never (then nothing of it is kept either). */
export type GroupMode = 'mention' | 'always' | 'off'
