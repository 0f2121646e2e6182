/** What words of these languages are written with once they are folded. Classes of Unicode would cost each pattern a table. */
export const LETTERS = 'a-z0-9ßæœø'
