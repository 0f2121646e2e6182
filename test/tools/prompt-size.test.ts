import { expect, test } from 'vitest'
import { policyFor } from '../../src/gateway/policy.ts'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import { allTools, type ToolServices } from '../../src/tools/all-tools.ts'
import { createRegistry } from '../../src/tools/registry.ts'
import type { Scope } from '../../src/tools/tool.ts'
import { silentLog } from '../support/silent-log.ts'

/** What the rules and the tools had before there were profiles and facts, and what those may add. */
const MAX_TOKENS = 1623 + 150

test('the rules and the definitions of all tools stay small, because every request contains them', () => {
  const answersNo = new Proxy({}, { get: () => () => false })
  const services = new Proxy({}, { get: () => answersNo }) as ToolServices
  const registry = createRegistry(allTools(services), { log: silentLog, requestPermission: () => Promise.reject() })
  const listings = registry.list({ hasFileTools: true } as Scope)
  expect(listings.length).toBeGreaterThan(12)
  const policy = policyFor({ tools: true, names: { assistant: 'Skein', owner: 'Ana' } })
  const texts = [
    policy,
    ...listings.map(({ inputSchema, ...rest }) => JSON.stringify({ ...rest, input_schema: inputSchema })),
  ]
  expect(texts.reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(MAX_TOKENS)
})
