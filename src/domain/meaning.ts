/** What a text is about, as a model puts it: a direction, of length 1. Only those of one model can be compared. */
export interface Meaning {
  model: string
  vector: Float32Array
}
