/** How words are told apart on a screen. */
export interface Paint {
  strong(text: string): string
  em(text: string): string
  strike(text: string): string
  code(text: string): string
  link(text: string): string
  heading(text: string): string
  /** What is ours to say and not part of an answer. */
  aside(text: string): string
}

/** With colours, or without any: then code keeps its backticks, because nothing else would show it. */
export function createPaint(hasColour: boolean): Paint {
  const as = (code: number, end: number) => (text: string) =>
    hasColour && text !== '' ? `\u001b[${code}m${text}\u001b[${end}m` : text
  const bold = as(1, 22)
  const underlined = as(4, 24)
  return {
    strong: bold,
    em: as(3, 23),
    strike: as(9, 29),
    code: hasColour ? as(36, 39) : (text) => `\`${text}\``,
    link: underlined,
    heading: (text) => bold(underlined(text)),
    aside: as(2, 22),
  }
}

/** https://no-color.org: set to anything but nothing, it says no. */
export function wantsColour(env: NodeJS.ProcessEnv): boolean {
  return !env.NO_COLOR && env.TERM !== 'dumb'
}
