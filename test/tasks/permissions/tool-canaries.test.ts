import { describe, expect, test } from 'vitest'
import { textOf } from '../../tools/mcp-client.ts'

/** In every line, name, title and file of a chat that is not the asker's; no answer may hold it. */
import { ana, askers, CANARY, chats, cleo, createToolWorld, type ToolWorld } from './canary-world.ts'

/** How each tool is asked for what is somebody else's; what it tells is checked after every call. */
const canaries: Record<string, (world: ToolWorld, call: Call) => Promise<void>> = {
  async search_messages(_, call) {
    for (const query of ['vault', 'House', 'of Cleo', 'without Ben', cleo, 'telegram:8', 'plan.txt'])
      await call({ query, limit: 50, neighbours: 3, cleared: true })
    for (const person of ['me', 'you', 'Cleo', cleo, 'Member 8']) {
      await call({ person, limit: 50, cleared: true })
      await call({ query: 'vault', person, order: 'newest' })
    }
    for (const offset of [0, 50]) await call({ from: '2000', to: 'today', limit: 50, offset, neighbours: 3 })
  },

  async search_library(_, call) {
    await call({ query: 'vault library', offset: 0, limit: 20 })
    for (const file of ['vault.md', 'library/vault.md', '../vault.md', '/etc/passwd'])
      await call({ file, passage: 1, limit: 20 })
  },

  async get_conversation({ readable, highest }, call) {
    const absent = await call({ message: 999_999, count: 60 })
    for (let message = 1; message <= highest; message++) {
      const told = await call({ message, count: 60, cleared: true })
      if (!readable.has(message)) expect(told).toBe(absent.replace('999999', String(message)))
    }
  },

  async schedule(_, call) {
    await call({ what: 'water the plants', when: '2026-12-01 09:00', kind: 'reminder', only_when_needed: false })
  },

  async list_schedules(_, call) {
    await call({})
  },

  async cancel_schedule({ jobs }, call) {
    const absent = await call({ number: 999_999 })
    for (const number of jobs) expect(await call({ number })).toBe(absent.replace('999999', String(number)))
  },

  async change_schedule({ jobs }, call) {
    const absent = await call({ number: 999_999, action: 'done' })
    for (const number of jobs)
      for (const action of ['edit', 'snooze', 'done'])
        expect(await call({ number, action, when: 'tomorrow at 9', what: 'mine' })).toBe(
          absent.replace('999999', String(number)),
        )
  },

  async remember({ facts }, call) {
    const wanted = { text: 'The vault is mine.', kind: 'decision', until: '2030-01-01' }
    for (const allChats of [false, true]) {
      const absent = await call({ ...wanted, replaces: 'f999999', allChats })
      for (const fact of facts)
        expect(await call({ ...wanted, replaces: `f${fact}`, allChats })).toBe(absent.replace('999999', String(fact)))
    }
  },

  async correct({ facts }, call) {
    const absent = await call({ fact: 'f999999', text: 'The vault is mine.' })
    for (const fact of facts)
      expect(await call({ fact: `f${fact}`, text: 'The vault is mine.' })).toBe(absent.replace('999999', String(fact)))
  },

  async forget({ facts }, call) {
    const absent = await call({ fact: 'f999999' })
    for (const fact of facts)
      for (const withMessages of [false, true])
        expect(await call({ fact: `[f${fact}]`, withMessages })).toBe(absent.replace('999999', String(fact)))
    await call({ fact: 'the vault', withMessages: true })
  },

  async list_memories({ facts }, call) {
    const absent = await call({ about: 'f999999' })
    for (const about of ['', 'vault', 'Cleo', cleo]) await call({ about })
    for (const fact of facts) expect(await call({ about: `f${fact}` })).toBe(absent.replace('999999', String(fact)))
  },

  async profile(_, call) {
    for (const section of ['Rules', 'Nothing', '']) for (const yours of [false, true]) await call({ section, yours })
    await call({ section: 'Nothing', text: '' })
    await call({ section: 'Rules', text: 'Mine.', why: 'I was corrected.' })
  },

  async read_skill(_, call) {
    for (const name of ['keys', 'vault', 'other', '../../people/1/USER.md'])
      for (const file of ['SKILL.md', 'keys.txt', '../../../ROOM.md', '/etc/passwd']) await call({ name, file })
    await call({ name: 'keys' })
  },

  async send_file({ paths, attached }, call) {
    const absent = await call({ path: 'absent', name: 'a.txt' })
    for (const path of paths)
      expect(await call({ path, name: 'a.txt' }), path).toBe(absent.replace('"absent"', JSON.stringify(path)))
    expect(attached()).toEqual([])
  },

  async context_status({ ownLines }, call) {
    expect(await call({})).toContain(`; ${String(ownLines)} messages of this chat`)
  },
}

type Call = (args: Record<string, unknown>) => Promise<string>

describe.each(Object.entries(askers))('a pass of %s', (_, asker) => {
  test('finds and tells nothing of another chat through any tool', async () => {
    const world = await createToolWorld(asker)
    const { tools } = await world.client.listTools()
    // Only the owner has a library, and only alone.
    const isOffered = (name: string) => name !== 'search_library' || asker.chat === chats.ana
    expect(Object.keys(canaries).filter(isOffered).toSorted(), 'every tool needs a canary').toEqual(
      tools.map(({ name }) => name).toSorted(),
    )
    for (const { name, inputSchema } of tools) {
      const used = new Set<string>()
      await canaries[name]?.(world, async (args) => {
        for (const key of Object.keys(args)) used.add(key)
        const result = await world.client.callTool({ name, arguments: args })
        const told = textOf(result) ?? ''
        // Where nothing would come of it nobody is asked.
        const isRefused = asker.trust === 'untrusted' && name === 'schedule'
        expect(result.isError, `${name} understands ${JSON.stringify(args)}`).toBe(isRefused)
        expect(told, `${name} ${JSON.stringify(args)}`).not.toContain(CANARY)
        return told
      })
      expect([...used].toSorted(), `${name} is asked with all it takes`).toEqual(
        Object.keys(inputSchema.properties ?? {}).toSorted(),
      )
    }
  })
})

test('the canaries would sing: what is the asker’s own is found', async () => {
  const { client } = await createToolWorld({ from: ana, chat: chats.ana, trust: 'owner', reads: Object.values(chats) })
  const found = textOf(await client.callTool({ name: 'search_messages', arguments: { query: 'vault', limit: 30 } }))
  expect(found).toContain('the vault of the page 3 plain')
})
