import { expect, test } from 'vitest'
import { policyFor } from '../../src/gateway/policy.ts'
import { type Profile, profileBlock, readSoul } from '../../src/gateway/profile.ts'
import { skillsBlock } from '../../src/gateway/skills.ts'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import { allTools, type ToolServices } from '../../src/tools/all-tools.ts'
import { createRegistry } from '../../src/tools/registry.ts'
import type { Scope } from '../../src/tools/tool.ts'
import { silentLog } from '../support/silent-log.ts'

/** What the rules and the tools had before there were profiles and facts. */
const TOKENS_BEFORE = 1623
const MAX_GROWTH = { empty: 150, privateChat: 700, group: 1000 }

const fence = 'f00dcafe'
const endless = Array.from(
  { length: 40 },
  (_, at) => `## Part ${at}\n${'A line about how it is done here.\n'.repeat(9)}`,
)

const tokensOf = (texts: string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0)

/** The rules, all tools and these files. */
function growth(hasSkills: boolean, soul = '', about?: Profile['about']): number {
  const answersNo = new Proxy({}, { get: () => () => false })
  const skills = { has: () => hasSkills }
  const services = new Proxy({}, { get: (_, name) => (name === 'skills' ? skills : answersNo) }) as ToolServices
  const registry = createRegistry(allTools(services), { log: silentLog, requestPermission: () => Promise.reject() })
  const listings = registry.list({ hasFileTools: true } as Scope)
  expect(listings.length).toBeGreaterThan(12)
  const profile: Profile | undefined = about && { about, name: 'Ana', trust: 'member', text: endless.join('\n') }
  const named = Array.from({ length: 300 }, (_, at) => ({
    name: `skill-number-${at}`,
    description: 'Does it. '.repeat(30),
  }))
  const texts = [
    policyFor({ tools: true, persona: readSoul(soul).manner, names: { assistant: 'Skein', owner: 'Ana' } }),
    ...listings.map(({ inputSchema, ...rest }) => JSON.stringify({ ...rest, input_schema: inputSchema })),
    profileBlock({ profile, fence }),
    skillsBlock(hasSkills ? named : [], fence),
  ]
  console.log(`${about ?? 'no files'}${hasSkills ? ', skills' : ''}: ${tokensOf(texts) - TOKENS_BEFORE} tokens more`)
  return tokensOf(texts) - TOKENS_BEFORE
}

test('the rules and the definitions of all tools stay small, because every request contains them', () => {
  expect(growth(false)).toBeLessThanOrEqual(MAX_GROWTH.empty)
})

test('full files add little to a private chat, and with hundreds of skills little to a group', () => {
  expect(growth(false, endless.join('\n'), 'person')).toBeLessThanOrEqual(MAX_GROWTH.privateChat)
  expect(growth(true, endless.join('\n'), 'group')).toBeLessThanOrEqual(MAX_GROWTH.group)
})
