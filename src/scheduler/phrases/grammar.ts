import { lazy } from '../../lib/lazy.ts'
import { type FramePatterns, framePatterns } from './frame.ts'
import { type Joints, jointsOf } from './joints.ts'
import type { Found, Language, Rule, Words } from './language.ts'
import { LETTERS } from './letters.ts'

/** A language with its patterns made. */
export interface Grammar {
  rules: { pattern: RegExp; rule: Rule; tables: Map<string, Words> }[]
  /** Where a time may begin. */
  starts: RegExp
  /** Its speakers write the hours of a day from 0 to 24. */
  countsTo24: boolean
  joints: Joints
  frame: FramePatterns
}

export const grammarOf = (language: Language) => lazy(() => compile(language))

function compile(language: Language): Grammar {
  const known = language.tables()
  const rules = language.rules.map((rule) => {
    const tables = new Map<string, Words>()
    const source = rule.pattern.replace(/\{(?:(\w+):)?([a-z]\w*)\}/g, (_, as: string | undefined, name: string) => {
      const table = known[name]
      if (!table) throw new Error(`no table of words is called ${name}`)
      const group = as ?? name
      // What is named again is not asked for.
      if (tables.has(group)) return `(?:${alternatives(table)})`
      tables.set(group, table)
      return `(?<${group}>${alternatives(table)})`
    })
    const [before, behind] = language.spaced ? APART : TOGETHER
    return { pattern: new RegExp(`${before}(?:${source})${behind}`, 'uy'), rule, tables }
  })
  return {
    rules,
    starts: language.spaced ? new RegExp(`(?<![${LETTERS}])[a-z0-9@]`, 'uy') : /[\p{Script=Han}\d−-]/uy,
    countsTo24: language.name !== 'en',
    joints: jointsOf(language),
    frame: framePatterns(language),
  }
}

/** No part of a word, of another number, or of a price. */
const APART = [`(?<![${LETTERS}$€£#+_-])(?<!\\d[.:,/])`, `(?![${LETTERS}_%€$£°]|'[a-z]|[.:,/]\\d| ?[%€$£°])`] as const
const TOGETHER = ['(?<!\\d|\\d[.:,/-])', '(?![.:]\\d|[%€$£°])(?:(?<=\\d)(?!\\d)|(?<!\\d))'] as const

/** The longest first, so that none hides behind its beginning. */
function alternatives(table: Words): string {
  return Object.keys(table)
    .toSorted((a, b) => b.length - a.length)
    .join('|')
}

export function foundIn(match: RegExpExecArray, tables: Map<string, Words>): Found {
  const groups = match.groups ?? {}
  const text = (name: string) => groups[name] ?? ''
  return {
    text,
    has: (name) => groups[name] !== undefined,
    number(name) {
      const said = text(name)
      const known = tables.get(name)?.[said]
      return typeof known === 'number' ? known : Number(said.replace(',', '.'))
    },
  }
}
