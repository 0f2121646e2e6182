import { z } from 'zod'
import { READ_SKILL } from '../domain/profile.ts'
import { quoted } from '../lib/text/visible.ts'
import { type ActionPreview, defineTool, type Scope, type Tool } from './tool.ts'

/** Reads and changes the profile files for the person of a scope. Each answer is a sentence for the model. */
export interface ProfileEditor {
  /** What a change would do; undefined if nothing. */
  preview(scope: Scope, change: SectionChange): ActionPreview | undefined
  change(scope: Scope, change: SectionChange): string
  /** Keeps the change for a person to decide later. */
  propose(scope: Scope, change: SectionChange, reason: string): string
  read(scope: Scope, section: Omit<SectionChange, 'text'>): string
}

export interface SectionChange {
  section: string
  text: string
  /** The assistant's own file. */
  ofAssistant: boolean
}

/** The skills of a chat: its own, and those for all chats. */
export interface Skills {
  /** Whether there are any. */
  has(scope: Scope): boolean
  /** The text of a skill, or of another file in its folder. If it does not exist, a sentence that says so. */
  read(scope: Scope, name: string, file: string | undefined): string
}

/** How to answer and how things are done: profile files and skills. */
export function profileTools(profiles: ProfileEditor, skills: Skills): Tool[] {
  return [profile(profiles), readSkill(skills)]
}

function profile(profiles: ProfileEditor) {
  return defineTool({
    name: 'profile',
    description: 'Reads or, with text, replaces a section of the profile here: how to answer, what always matters.',
    input: z.object({
      section: z.string().max(100).describe('"skill NAME": how to do something'),
      text: z.string().max(8000).optional(),
      yours: z.boolean().default(false).describe('your own'),
      why: z.string().max(500).optional().describe('only proposes it, after a mistake'),
    }),
    // The second time, nothing is left to change.
    hasEffects: false,
    minRole: 'member',
    // A proposal changes nothing until a person accepts it.
    preview({ section, text, yours, why }, scope) {
      if (text === undefined || why !== undefined) return undefined
      return profiles.preview(scope, { section, text, ofAssistant: yours })
    },
    line({ section, text, why }) {
      const verb = text === undefined ? 'reading' : why === undefined ? 'changing' : 'proposing a change of'
      return `${verb} the profile (${quoted(section)})`
    },
    run({ section, text, yours, why }, scope) {
      if (text === undefined) return profiles.read(scope, { section, ofAssistant: yours })
      const change = { section, text, ofAssistant: yours }
      return why === undefined ? profiles.change(scope, change) : profiles.propose(scope, change, why)
    },
  })
}

function readSkill(skills: Skills) {
  return defineTool({
    name: READ_SKILL,
    description: 'Shows how a skill is done. Follow it for the rest of this conversation.',
    input: z.object({
      name: z.string().max(100),
      file: z.string().max(300).optional().describe('another file that the skill names'),
    }),
    hasEffects: false,
    minRole: 'guest',
    isOffered: (scope) => skills.has(scope),
    line: ({ name }) => `reading the skill ${quoted(name)}`,
    run: ({ name, file }, scope) => skills.read(scope, name, file),
  })
}
