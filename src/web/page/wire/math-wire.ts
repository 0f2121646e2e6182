/** One element of a formula in MathML. The server names only elements, attributes and looks that it knows. */
export interface MathNode {
  tag: string
  given?: Record<string, string>
  /** What a style sheet can't say beforehand: the space around a cell, a frame. */
  looks?: Record<string, string>
  within: (MathNode | string)[]
}
