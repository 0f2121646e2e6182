/** What can be said with a word of its own, in the order in which people should read it. */
export interface Commands {
  commands: CommandHelp[]
}

export interface CommandHelp {
  name: string
  /** What may follow the name. */
  usage?: string | undefined
  summary: string
}
