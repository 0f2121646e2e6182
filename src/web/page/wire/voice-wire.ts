/** Whether speech can be turned into words here. */
export interface Hearing {
  hears: boolean
}

/** What was heard. */
export interface Heard {
  text: string
}
