import { expect, test } from 'vitest'
import { textIn } from '../../../src/messages/localized.ts'
import { createCommandSource } from '../../../src/scheduler/sources/command.ts'

const asked = {
  person: { id: 1, name: 'Ana', role: 'owner', timezone: undefined } as const,
  timezone: 'UTC',
  now: new Date(0),
  since: undefined,
}
const signal = new AbortController().signal

/** What a script printed, as it is told. */
async function told(script: string, { limit = 10, timeoutMs = 20_000, stop = signal } = {}) {
  const command = [process.execPath, '-e', script]
  const gathered = await createCommandSource({ command, path: '/bin', limit, timeoutMs }).gather(asked, stop)
  return gathered.status === 'failed'
    ? textIn(gathered.reason, 'en').replace(process.execPath, 'node')
    : gathered.items.map(({ title }) => title)
}

test('a command is told line by line, without colours and controls', async () => {
  expect(await told(String.raw`console.log('disk \x1b[31m91%\x1b[0m\x07 full\r\n\n  two\u202eowt  ')`)).toEqual([
    'disk 91% full',
    'twoowt',
  ])
  expect(await told('for (let n = 0; n < 50; n++) console.log(n)', { limit: 3 })).toEqual(['0', '1', '2'])
})

test('it learns nothing of our surroundings but where programs are', async () => {
  process.env.SKEIN_TEST_SECRET = 'secret'
  try {
    const [seen] = await told(
      'console.log(JSON.stringify(Object.keys(process.env).filter((key) => !key.startsWith("__"))))',
    )
    expect(seen).toBe('["PATH"]')
  } finally {
    delete process.env.SKEIN_TEST_SECRET
  }
})

test('the same line has the same key the next time, another has another', async () => {
  const keysOf = async (script: string) => {
    const command = [process.execPath, '-e', script]
    const gathered = await createCommandSource({ command, path: '', limit: 9 }).gather(asked, signal)
    return gathered.status === 'found' ? gathered.items.map(({ key }) => key) : []
  }
  expect(await keysOf('console.log("a")')).toEqual(await keysOf('console.log("a")'))
  expect(await keysOf('console.log("a")')).not.toEqual(await keysOf('console.log("b")'))
})

test('what goes wrong is said in a sentence', async () => {
  expect(await told('console.error("no such disk"); process.exit(3)')).toBe('node ended with code 3: no such disk')
  expect(await told('process.kill(process.pid, "SIGKILL")')).toBe('node was ended by SIGKILL')
  expect(await told('setInterval(() => {}, 1000)', { timeoutMs: 200 })).toBe('node took longer than 0.2 seconds')
  expect(await told('for (;;) console.log("x".repeat(10_000))')).toBe('node printed more than 64 KB')
  expect(await told('setInterval(() => {}, 1000)', { stop: AbortSignal.timeout(100) })).toBe('node was cut short')
  const nobody = await createCommandSource({ command: ['/no/such/program'], path: '', limit: 1 }).gather(asked, signal)
  expect(nobody).toEqual({
    status: 'failed',
    reason: { en: '/no/such/program was not found', de: '/no/such/program wurde nicht gefunden' },
  })
})
