/** When we answer in a group: when addressed, always, or never. With `off` nothing from the group is stored either. */
export type GroupMode = 'mention' | 'always' | 'off'
