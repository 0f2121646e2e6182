/** When and where words were said. */
export interface Spoken {
  now: Date
  timezone: string
}
