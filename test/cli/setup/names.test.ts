import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { withNames } from '../../../src/cli/setup/owner-name.ts'
import type { Config } from '../../../src/config/config.ts'
import { loadConfig } from '../../../src/config/load.ts'

const usual = loadConfig(undefined, { HOME: '/nonexistent', USER: 'root' })
const before = '[web]\nport = 8421\n'

/** Types each line as soon as it is asked for. */
async function meet(typed: string[], { config = usual, canAsk = true }: { config?: Config; canAsk?: boolean } = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  const asked: string[] = []
  const lines = [...typed]
  output.on('data', (chunk) => {
    const question = /\S[^\n]*\? (\[\w+\] )?$/.exec(String(chunk))?.[0].trim()
    if (question === undefined) return
    asked.push(question)
    input.write(lines.shift() ?? '\u0004')
  })
  const text = await withNames(before, { file: 'config.toml', config, canAsk, terminal: { input, output } })
  return { text, asked }
}

const first = 'What should I call you?'
const second = 'What would you like to call me? [Skein]'

test('a first set-up asks both names and writes them down', async () => {
  const { text, asked } = await meet(['Ana\r', 'Rex\r'])
  expect(asked).toEqual([first, second])
  expect(text).toBe(`${before}\n[owner]\nname = "Ana"\n\n[assistant]\nname = "Rex"\n`)
})

test('Enter keeps what is there', async () => {
  expect(await meet(['Ana\r', '\r'])).toEqual({ text: `${before}\n[owner]\nname = "Ana"\n`, asked: [first, second] })
  expect(await meet(['\r', '\r'])).toEqual({ text: before, asked: [first, second] })
})

test('a name that the configuration would refuse is asked for again', async () => {
  const { text } = await meet([`${'x'.repeat(61)}\r`, 'Ana\r', '\r'])
  expect(text).toContain('name = "Ana"')
})

test('who leaves is asked no further', async () => {
  expect(await meet(['\u0004'])).toEqual({ text: before, asked: [first] })
})

test('nobody is asked what is known, nor where nobody is there', async () => {
  const known = { ...usual, owner: { name: 'Ana' } }
  expect(await meet([], { config: known })).toEqual({ text: before, asked: [] })
  expect(await meet([], { canAsk: false })).toEqual({ text: before, asked: [] })
  const named = { ...usual, named: new Set(['assistant.name']) }
  expect((await meet(['Ana\r'], { config: named })).asked).toEqual([first])
})
