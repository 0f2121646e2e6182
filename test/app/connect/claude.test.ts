import { expect, test } from 'vitest'
import { credentialProblem } from '../../../src/app/connect/claude.ts'
import { textIn } from '../../../src/messages/localized.ts'

const KEY = 'sk-ant-api03-canary-41c7d2'
const TOKEN = 'sk-ant-oat01-canary-99e0b1'

test.each([
  ['api_key', KEY, undefined],
  ['oauth_token', TOKEN, undefined],
  ['api_key', TOKEN, /--oauth-token-file/],
  ['oauth_token', KEY, /--api-key-file/],
  ['api_key', 'sk-proj-canary-0123456789', /begins with sk-ant-api/],
  ['oauth_token', 'ghp_canary0123456789', /claude setup-token/],
  ['api_key', 'sk-ant-admin01-canary-123', /admin key/],
  ['api_key', 'sk-ant-api03-c', /incomplete/],
  ['api_key', `"${KEY}"`, /begins with/],
  ['api_key', `${KEY} ${KEY}`, /Copy it again/],
] as const)('%s %s', (kind, secret, said) => {
  const found = credentialProblem(kind, secret)
  if (said === undefined) return expect(found).toBeUndefined()
  const problem = textIn(found ?? '', 'en')
  expect(problem).toMatch(said)
  expect(problem).not.toContain('canary')
})
