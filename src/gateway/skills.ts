import { READ_SKILL } from '../domain/profile.ts'
import { parseFrontMatter } from '../lib/text/front-matter.ts'
import { oneLine } from '../lib/text/text.ts'
import { createFrame } from './rendering/render.ts'
import { verbatimLines } from './rendering/verbatim.ts'
import { estimateTokens } from './tokens.ts'

/** A text that says how something is done here. The prompt names it, and a tool brings it. */
export interface Skill {
  name: string
  description: string
  /** A model has read it in this conversation, so it still applies. */
  isInUse?: boolean
}

/** Undefined if the text is not a skill, because it has no front matter with a description. */
export function readSkill(text: string): { description: string; body: string } | undefined {
  const { fields, body = '' } = parseFrontMatter(text) ?? {}
  const [description, when] = [fields?.get('description') ?? '', fields?.get('when') ?? '']
  if (description === '') return undefined
  return { description: when === '' ? description : `${description} When: ${when}`, body }
}

const MAX_DESCRIPTION_CHARS = 300
const MAX_SKILLS_TOKENS = 250
const MAX_NAMES_TOKENS = 60

/** The block that names the skills; empty if there are none. What does not fit is named without its description, or counted. */
export function skillsBlock(skills: readonly Skill[], fence: string): string {
  if (skills.length === 0) return ''
  const lines: string[] = []
  const names: string[] = []
  const usedFirst = skills.toSorted((a, b) => Number(b.isInUse ?? false) - Number(a.isInUse ?? false))
  for (const { name, description, isInUse = false } of usedFirst) {
    const use = isInUse ? ' (you follow it in this conversation, so read it again)' : ''
    const line = `${name}${use}: ${oneLine(description, MAX_DESCRIPTION_CHARS)}`
    if (estimateTokens([...lines, line].join('\n')) <= MAX_SKILLS_TOKENS) lines.push(line)
    else names.push(name)
  }
  const shown = names.filter((_, at) => estimateTokens(names.slice(0, at + 1).join(', ')) <= MAX_NAMES_TOKENS)
  const more = names.length - shown.length
  if (names.length > 0) lines.push(`also: ${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`)
  const note = `before such work, read the skill with ${READ_SKILL}`
  const { open, close } = createFrame('skills', { fence }, { note })
  return `${open}\n${verbatimLines(lines.join('\n'), fence)}\n${close}`
}
