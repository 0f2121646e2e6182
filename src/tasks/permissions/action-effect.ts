import { visible } from '../../lib/text/visible.ts'
import type { Language } from '../../messages/languages.ts'
import { type AnyText, inEachLanguage, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'

/** A planned action, as a person reads it before they agree. */
export interface ActionEffect {
  /** Markdown that begins with a verb. Quoted content cannot break out of its block and look like our own words. */
  text: LocalizedText
  /** A one-line version, shown once the question is settled. */
  gist: LocalizedText
  /** The full text, if `text` leaves out the middle. */
  whole?: LocalizedText
}

/** Of longer content only the beginning and the end are shown. The full text is attached as a file. */
const MAX_SHOWN = { chars: 6_000, lines: 120 }
const MAX_EACH_END = { chars: 2_000, lines: 40 }

const MAX_INLINE_CHARS = 100
const INLINE_HEAD_CHARS = 60
const INLINE_TAIL_CHARS = 30

const { effects } = permissionMessages

export function commandEffect(command: string): ActionEffect {
  return createEffect((show) => effects.command(show(command)), effects.commandGist(inlineShort(command)))
}

export function writeEffect(path: string, content: string): ActionEffect {
  const size = describeSize(content)
  return createEffect((show) => effects.write(inline(path), size, show(content)), effects.writeGist(inline(path), size))
}

export function editEffect(path: string, before: string, after: string, everywhere: boolean): ActionEffect {
  const edit = everywhere ? effects.editEverywhere : effects.edit
  return createEffect(
    (show) => edit(inline(path), show(before), show(after)),
    effects.editGist(inline(path), describeSize(after), describeSize(before)),
  )
}

export function fetchEffect(url: string): ActionEffect {
  return createEffect((show) => effects.fetch(show(url)), effects.fetchGist(inlineShort(url)))
}

export function useEffect(server: string, tool: string, input: string): ActionEffect {
  return createEffect(
    (show) => effects.use(inline(tool), inline(server), show(input)),
    effects.useGist(inline(tool), inline(server)),
  )
}

/** `what` is our wording; the model's input is shown below it. */
export function toolEffect(what: AnyText, inputs: readonly string[]): ActionEffect {
  const gist = joinTexts([what, ...inputs.map(inlineShort)], ' ')
  return createEffect((show) => joinTexts([joinTexts([what, '?'], ''), ...inputs.map(show)], '\n\n'), gist)
}

/** Formats any text as inline code. */
export function inline(text: string): string {
  const shown = visible(text).replaceAll('\n', '')
  const fence = fenceFor(shown, 1)
  // Markdown removes one space at each end. The spaces are needed next to a backtick.
  return shown === '' ? '""' : fence === '`' ? `\`${shown}\`` : `${fence} ${shown} ${fence}`
}

/** Formats a text as short inline code, and says how many characters were left out. */
export function inlineShort(text: string): AnyText {
  if (visible(text).length <= MAX_INLINE_CHARS) return inline(text)
  const characters = Array.from(text)
  const [head, tail] = [characters.slice(0, INLINE_HEAD_CHARS).join(''), characters.slice(-INLINE_TAIL_CHARS).join('')]
  const omitted = permissionMessages.moreCharacters(characters.length - INLINE_HEAD_CHARS - INLINE_TAIL_CHARS)
  return joinTexts([inline(head), ' … (', omitted, ') … ', inline(tail)], '')
}

function createEffect(
  render: (show: (content: string) => AnyText) => LocalizedText,
  gist: LocalizedText,
): ActionEffect {
  let isComplete = true
  const text = render((content) => {
    const shown = visible(content)
    if (fits(shown, MAX_SHOWN)) return block(shown)
    isComplete = false
    return inEachLanguage((language) => block(shortened(content, language))[language])
  })
  return isComplete ? { text, gist } : { text, gist, whole: render((content) => block(visible(content))) }
}

/** The note about the omission cannot be forged: such brackets in the content are shown as code points. */
function shortened(text: string, language: Language): string {
  const characters = Array.from(text)
  const head = longestFitting((length) => characters.slice(0, length))
  const tail = longestFitting((length) => characters.slice(characters.length - length))
  const omitted = permissionMessages.leftOut(characters.length - head.length - tail.length)[language]
  return `${visible(head.join(''))}\n⟨${omitted}⟩\n${visible(tail.join(''))}`
}

function longestFitting(slice: (length: number) => string[]): string[] {
  let length = MAX_EACH_END.chars
  while (!fits(visible(slice(length).join('')), MAX_EACH_END)) length = Math.floor(length * 0.8)
  return slice(length)
}

function fits(shown: string, limits: typeof MAX_SHOWN): boolean {
  return shown.length <= limits.chars && shown.split('\n').length <= limits.lines
}

/** A block of code that its content cannot leave. */
export function block(shown: string): LocalizedText {
  if (shown === '') return permissionMessages.nothing
  const fence = fenceFor(shown, 3)
  return inEachLanguage(() => `${fence}\n${shown}\n${fence}`)
}

/** A fence that is longer than any run of backticks inside. */
function fenceFor(shown: string, minLength: number): string {
  const longest = Math.max(minLength - 1, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  return '`'.repeat(longest + 1)
}

function describeSize(content: string): LocalizedText {
  const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
  return permissionMessages.size(Buffer.byteLength(content), lines)
}
