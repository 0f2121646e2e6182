import type { Role } from '../domain/person.ts'
import { findSection, joinSections, type MarkdownSection, parseSections } from '../lib/text/markdown-sections.ts'
import { oneLine, truncate } from '../lib/text/text.ts'
import { plainName } from './rendering/line.ts'
import { createFrame } from './rendering/render.ts'
import { verbatimLines } from './rendering/verbatim.ts'
import { estimateTokens } from './tokens.ts'

/** What the model always knows about the person, or in a group about the group: USER.md or ROOM.md. */
export interface Profile {
  about: 'person' | 'group'
  /** Whose it is. In a group, the owner decides what is in it. */
  name: string
  trust: Role
  text: string
}

/** The most of each file that a prompt contains. */
const MAX_PROFILE_TOKENS = 240
/** With more than this, a line of a shortened file is cut. */
const MAX_LINE_CHARS = 160
const MAX_NAME_CHARS = 60

/** What SOUL.md says: the name in its section "Name", and everything else. */
export function readSoul(text: string): { name?: string; manner: string; isShortened: boolean } {
  const sections = parseSections(text)
  const named = findSection(sections, 'Name')
  const name = oneLine(named?.body ?? '')
  const hasName = name !== '' && name.length <= MAX_NAME_CHARS
  const rest = hasName ? joinSections(sections.filter((section) => section !== named)) : text
  const { text: manner, isShortened } = shortenProfile(rest)
  return { ...(hasName && { name }), manner, isShortened }
}

/** The block after the rules; empty without a text. */
export function profileBlock({ profile, fence }: { profile?: Profile | undefined; fence: string }): string {
  if (profile === undefined || profile.text === '') return ''
  const { about, name, trust } = profile
  const { text, isShortened } = shortenProfile(profile.text)
  const { open, close } = createFrame(
    'profile',
    { fence },
    {
      of: about === 'group' ? 'this group' : plainName(name),
      trust: trust === 'owner' ? undefined : trust,
      note: isShortened ? 'shortened; the tool profile shows a whole section' : undefined,
    },
  )
  return `${open}\n${verbatimLines(text, fence)}\n${close}`
}

/** Shown once, in the prompt of the first session with the owner. */
export const firstMeeting =
  'This is your first conversation with this person. Once, after you have dealt with their message, tell them that you would like to get to know them, and ask three things: what to call them, how you should answer (short or detailed, formal or casual), and what you should always know. Write what they say into the sections "About" and "Answers" of their profile. If they do not want this, leave it and do not ask again.'

/** A long text is shown by its headings with the first lines of each section. */
export function shortenProfile(text: string): { text: string; isShortened: boolean } {
  const whole = text.trim()
  if (estimateTokens(whole) <= MAX_PROFILE_TOKENS) return { text: whole, isShortened: false }
  const sections = parseSections(whole)
  let shown = headingsOf(sections)
  const mostLines = Math.max(...sections.map(({ body }) => body.split('\n').length))
  for (let lines = 1; lines <= mostLines; lines++) {
    const longer = joinSections(
      sections.map((section) => ({ ...section, body: firstLines(section.body, lines) })),
    ).trim()
    if (estimateTokens(longer) > MAX_PROFILE_TOKENS) break
    shown = longer
  }
  return { text: shown, isShortened: true }
}

/** As many headings as fit. */
function headingsOf(sections: MarkdownSection[]): string {
  const headings = sections.flatMap(({ heading }) => (heading === '' ? [] : truncate(heading, MAX_LINE_CHARS)))
  const shown: string[] = []
  for (const heading of headings) {
    if (estimateTokens([...shown, heading].join('\n')) > MAX_PROFILE_TOKENS) return [...shown, '…'].join('\n')
    shown.push(heading)
  }
  return [...shown, '…'].join('\n')
}

function firstLines(body: string, count: number): string {
  const lines = body.split('\n')
  const shown = lines.slice(0, count).map((line) => truncate(line, MAX_LINE_CHARS))
  return lines.length > count ? [...shown, '…'].join('\n') : shown.join('\n')
}
