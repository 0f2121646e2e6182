import { expect, test } from 'vitest'
import { MAX_LISTED_MCP_TOOLS } from '../../src/domain/other-tools.ts'
import { otherToolsBlock } from '../../src/gateway/other-tools.ts'
import { policyFor } from '../../src/gateway/policy.ts'
import { type Profile, profileBlock, readSoul } from '../../src/gateway/profile.ts'
import { skillsBlock } from '../../src/gateway/skills.ts'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import type { NativeTool } from '../../src/spawner/native/tools/native-tool.ts'
import { offerTools } from '../../src/spawner/native/tools/tool-offer.ts'
import type { ListedTool } from '../../src/spawner/spawner.ts'
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

/** Tools as servers have them: two sentences, and an input of three fields. */
function shopTools(count: number): NativeTool[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `shop__close_order_${at}`,
    description: `Closes one order of kind ${at} of the shop. It takes the id of the order, and a note that everybody in the shop can read later. Use it only if the person asked for it.`,
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The id of the order, as the shop shows it in its lists.' },
        note: { type: 'string', description: 'Why it is done, in one sentence.' },
        priority: { type: 'string', enum: ['low', 'normal', 'high'], description: 'How soon it should be done.' },
      },
      required: ['id'],
    },
    kind: 'use',
    isReadOnly: false,
    action: () => ({ kind: 'other', why: '' }),
    line: () => '',
    run: () => Promise.reject(),
  }))
}

test('the first turn has as many tokens as before with 30 tools of servers, and few more with any number', () => {
  const figures = [10, 30, 100, 500, 2000].map((count) => {
    const tools = shopTools(count)
    const listed = (offered: readonly ListedTool[]) =>
      tokensOf([
        JSON.stringify(offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
      ])
    const names = count > MAX_LISTED_MCP_TOOLS ? otherToolsBlock(tools, fence) : ''
    const after = listed(offerTools(tools, { ownTools: ['shop__*'] }).listed) + tokensOf([names])
    console.log(`${count} tools of servers: ${listed(tools)} tokens before, ${after} now`)
    return { count, before: listed(tools), after }
  })
  const [ten, thirty, ...more] = figures
  expect(ten?.after).toBe(ten?.before)
  expect(thirty?.after).toBe(thirty?.before)
  for (const { count, before, after } of more) {
    expect(after, `${count} tools`).toBeLessThan(4500)
    expect(after, `${count} tools`).toBeLessThan(before / 3)
  }
})
