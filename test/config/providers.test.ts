import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { secretsOf } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-providers-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

function load(text: string, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(file, text, { mode: 0o600 })
  return loadConfig(file, env)
}

const local = '[providers.local]\nkind = "ollama"\nmodels = { general = "some-model" }\n'

describe('a provider', () => {
  test('is a table by the name that people choose it by', () => {
    const { providers } = load(
      '[providers.router]\nkind = "openai-compatible"\nbase_url = "http://127.0.0.1:1/v1"\napi_key = "env:KEY"\nmodels = { general = "a", fast = "b" }\nprices = [{ model = "a", input = 1.5, output = 6 }]\n',
      { KEY: 'sk-router-secret' },
    )
    expect(providers.router).toMatchObject({
      kind: 'openai-compatible',
      apiKey: 'sk-router-secret',
      models: { general: 'a', fast: 'b' },
      prices: [{ model: 'a', input: 1.5, output: 6 }],
    })
  })

  test('has a key that is known to whoever takes secrets out of texts, and so have servers of tools', () => {
    const config = load(
      '[providers.a]\nkind = "anthropic"\napi_key = "sk-secret-a"\n[mcp.b]\nurl = "http://127.0.0.1:1"\ntoken = "token-b"\n[mcp.c]\ncommand = ["c"]\nenv = [{ name = "THE_KEY", value = "value-c" }]\n',
    )
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['sk-secret-a', 'token-b', 'value-c']))
    expect(config.mcp.c?.env).toEqual([{ name: 'THE_KEY', value: 'value-c' }])
  })

  test.each([
    ['[providers.native]\nkind = "ollama"\nmodels = { general = "m" }', 'a provider cannot be called "native"'],
    ['[providers.claude]\nkind = "ollama"\nmodels = { general = "m" }', 'a provider cannot be called "claude"'],
    ['[providers."My Box"]\nkind = "ollama"\nmodels = { general = "m" }', 'lowercase letters, digits and hyphens'],
    [
      '[providers.my_llm]\nkind = "ollama"\nmodels = { general = "m" }',
      'and hyphens, such as [providers.openrouter], not "my_llm"',
    ],
    ['[providers.a]\nkind = "ollama"', 'providers.a needs models.general'],
    ['[providers.a]\nkind = "anthropic"', 'providers.a needs api_key'],
    ['[providers.a]\nkind = "openai-compatible"\nmodels = { general = "m" }', 'providers.a needs base_url'],
    ['[providers.a]\nkind = "gemini"', 'providers.a.kind must be one of'],
    [
      `brain.default = "nobody"\n${local}`,
      'brain.default names "nobody", which is not one of "claude", "demo", "native", "local"',
    ],
    ['brain.default = "native"', 'brain.default names "native"'],
    [`brain.failover = ["local", "other"]\n${local}`, 'brain.failover names "other"'],
    [`native.provider = "other"\n${local}`, 'there is no [providers.other]'],
    ['[native]\nclear_at = 0.9\nsummarize_at = 0.5', 'native.clear_at must be at most native.summarize_at'],
    ['[mcp.a]', 'mcp.a needs command or url, one of them'],
    ['[mcp.a]\ncommand = ["a"]\nurl = "http://127.0.0.1:1"', 'mcp.a needs command or url, one of them'],
    ['[mcp.a_b]\ncommand = ["a"]', `letters, digits and hyphens, not "a_b"`],
  ])('%s is told: %s', (text, problem) => {
    expect(() => load(text)).toThrow(problem)
  })

  test('can be who answers, under its own name or as the native one', () => {
    expect(load(`brain.default = "local"\n${local}`).brain.default).toBe('local')
    expect(load(`brain.default = "native"\nbrain.failover = ["claude"]\n${local}`).brain.failover).toEqual(['claude'])
  })
})
