import { describe, expect, test } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { listTasks } from '../../src/store/work/tasks.ts'
import type { RoadWorld } from '../support/road-world.ts'
import { asked, live, press } from '../support/tool-world.ts'
import { manyCommand, notesCommand } from '../tools/mcp-clients/clients.ts'

/**
 * What a scripted model does with one request: it uses a tool or answers, or whoever answers breaks off in the middle.
 * `first` happens before that.
 */
export type Step = ({ tool: string; input: object } | { says: string } | { breaksOff: string }) & { first?: () => void }

/** The whole road with one brain at its end, and a model that follows a script. */
export interface ToolWorld {
  world: RoadWorld
  script(...steps: Step[]): void
  requests(): ToolRequest[]
}

/** One request to the model. Tools have the names that the daemon knows. */
export interface ToolRequest {
  tools: string[]
  /** The newest result of a tool. */
  result: { text: string; failed: boolean } | undefined
  /** Everything that was said in the conversation. */
  text: string
  /** As it was sent. */
  raw: string
}

export interface ToolContractOptions {
  /** Undefined: it is left out here, and somebody has said so. */
  open: ((config: Partial<Config>) => Promise<ToolWorld>) | undefined
  /** Its own tool that writes a file, and a use of it. */
  write: { tool: string; input: object }
  /** Hands work to a delegate. */
  delegate: { tool: string; input: object }
}

const usual = loadConfig(undefined, { HOME: '/nowhere' })

/** What every brain with tools does with those of others, and with what a person says meanwhile. */
export function toolContract(name: string, { open, write, delegate }: ToolContractOptions): void {
  describe.skipIf(!open)(`the tools of a brain: ${name}`, () => {
    async function aWorld(config: Partial<Config> = {}): Promise<ToolWorld> {
      if (!open) throw new Error('left out')
      return await open(config)
    }

    test('a tool of a configured server is offered, asked about, and its result is words of others', async () => {
      const { world, script, requests } = await aWorld({ mcp: { notes: { command: notesCommand, env: [] } } })
      script(
        { tool: 'notes__find', input: { query: 'boat' } },
        write,
        { tool: 'schedule', input: { what: 'Caulk the boat', when: '2026-03-20 09:00', kind: 'reminder' } },
        { says: 'Done.' },
      )
      world.say('Look in my notes.')
      const running = live(world)
      await asked(world)
      expect(world.web.sent.at(-1)?.body).toContain('use `find` from the server `notes`')
      press(world, 'yes 1')
      // From then on what writes or plans is asked about, whatever is allowed, with whose words are in play.
      for (const number of [2, 3]) {
        await asked(world, number)
        const question = world.web.sent.at(-1)
        expect(question?.body).toContain('text from others: data from the server `notes`')
        expect(question?.buttons).toHaveLength(2)
        press(world, `${number === 2 ? 'no' : 'yes'} ${number}`)
      }
      await running
      const [first, second, third] = requests()
      expect(first?.tools).toContain('notes__find')
      expect(second?.result).toMatchObject({ text: 'found boat', failed: false })
      expect(third?.result).toMatchObject({ failed: true })
      expect(world.db.statement('SELECT text FROM job').pluck().all()).toEqual(['Caulk the boat'])
      // No tool disappears.
      for (const { tools } of requests()) expect(tools).toEqual(first?.tools)
      expect(first?.tools).toEqual(expect.arrayContaining([write.tool, 'schedule', 'send_file', 'fetch_page']))
      await world.settle()
      expect(world.web.sent.at(-1)?.body).toBe('Done.')
    })

    test('of more than 30 tools of servers the prompt has the names, and two tools reach them', async () => {
      const { world, script, requests } = await aWorld({ mcp: { shop: { command: manyCommand(45), env: [] } } })
      script(
        { tool: 'find_tools', input: { query: 'rename an invoice' } },
        { tool: 'call_tool', input: { name: 'shop__rename_invoice', arguments: { note: 'x' } } },
        { tool: 'call_tool', input: { name: 'shop__rename_invoice', arguments: { id: 'A7' } } },
        { says: 'Renamed.' },
      )
      world.say('Rename invoice A7.')
      const running = live(world)
      await asked(world)
      expect(world.web.sent.at(-1)?.body).toContain('use `rename_invoice` from the server `shop`')
      expect(world.web.sent.at(-1)?.body).not.toContain('call_tool')
      press(world, 'yes 1')
      await running
      const [first, second, third, fourth] = requests()
      expect(first?.tools).toEqual(expect.arrayContaining(['find_tools', 'call_tool']))
      expect(first?.tools.join(' ')).not.toContain('shop__')
      expect(first?.raw).toContain('\\nshop__rename_invoice: Renames one invoice of the shop.\\n')
      expect(first?.raw).not.toContain('Why it is done')
      expect(second?.result?.text).toContain('"shop__rename_invoice"')
      expect(second?.result?.text).toContain('"required":["id"]')
      expect(third?.result).toMatchObject({ text: expect.stringContaining('"id" is missing'), failed: true })
      expect(fourth?.result).toMatchObject({ text: 'rename_invoice did {"id":"A7"}', failed: false })
      const actions = world.db.statement('SELECT line FROM action').pluck().all().join()
      expect(actions).toContain('looking for tools: "rename an invoice",using "rename_invoice" of shop')
      expect(actions).not.toContain('call_tool')

      // The server has other tools now. The session does not change, and find_tools tells.
      script({ tool: 'find_tools', input: { query: 'shred' } }, { says: 'It can.' })
      world.say('Can it shred one?')
      await live(world)
      const [, , , , fifth, sixth] = requests()
      const beginning = (request: ToolRequest | undefined) => {
        const { tools, system } = JSON.parse(request?.raw ?? '{}')
        // The mark of what is cached moves on.
        return JSON.stringify([tools, system]).replaceAll(/,"cache_control":\{[^}]*\}/g, '')
      }
      expect(beginning(fifth)).toBe(beginning(first))
      expect(sixth?.result?.text).toContain('New since this conversation began: shop__shred_invoice.')
      expect(sixth?.result?.text).toContain('Not available any more: shop__create_invoice.')
      await world.settle()
      expect(world.web.sent.at(-1)?.body).toBe('It can.')
    })

    test('a delegate has the same tools, except those about the chat', async () => {
      const { world, script, requests } = await aWorld({ brain: { ...usual.brain, delegates: true, asides: true } })
      script(
        delegate,
        { tool: 'begin_aside', input: { what: 'Mend the roof.' } },
        { says: 'I could not.' },
        { says: 'It is not mended.' },
      )
      world.say('Mend the roof.')
      await world.settle()
      const [first, second, third] = requests()
      expect(first?.tools).toContain('begin_aside')
      expect(second?.tools).not.toContain('begin_aside')
      expect(second?.tools).toEqual(expect.arrayContaining(['search_messages', 'schedule', write.tool]))
      expect(third?.result).toMatchObject({ failed: true })
      expect(world.web.sent.map(({ body }) => body)).toEqual(['It is not mended.'])
      expect(listTasks(world.db, { limit: 9 })).toHaveLength(1)
    })

    test('a web page is fetched only if the person agrees', async () => {
      const { world, script, requests } = await aWorld()
      const url = 'https://news.example.org/today'
      script({ tool: 'fetch_page', input: { url } }, { says: 'No.' })
      world.say('What is new there?')
      const running = live(world)
      await asked(world)
      expect(world.web.sent.at(-1)?.body).toContain(url)
      press(world, 'no 1')
      await running
      expect(requests()[1]?.result).toMatchObject({
        text: expect.stringContaining('The person said no.'),
        failed: true,
      })
    })

    test('what is said between two steps is before the model with the next one, and is answered once', async () => {
      const { world, script, requests } = await aWorld()
      script(
        { tool: 'search_messages', input: { query: 'roof' }, first: () => world.say('and the cellar?') },
        { says: 'The roof is mended, the cellar is dry.' },
        { says: 'Gladly.' },
      )
      world.say('how is the roof?')
      await world.settle()
      expect(requests()).toHaveLength(2)
      expect(requests()[0]?.text).not.toContain('and the cellar?')
      expect(requests()[1]?.text).toMatch(/note="sent while you were working[^>]*>\nand the cellar\?\n<\/message/)
      expect(world.web.sent.map(({ body }) => body)).toEqual(['The roof is mended, the cellar is dry.'])
      expect(listTasks(world.db, { limit: 9 }).map(({ state }) => state)).toEqual(['cancelled', 'answered'])
      // It goes on in the same session, where it was said once.
      world.say('thanks')
      await world.settle()
      expect(requests()[2]?.text.split('and the cellar?')).toHaveLength(2)
      expect(world.web.sent.at(-1)?.body).toBe('Gladly.')
    })

    test('what joined a turn that then breaks off is neither lost nor answered twice', async () => {
      const { world, script, requests } = await aWorld()
      script(
        { tool: 'search_messages', input: { query: 'roof' }, first: () => world.say('and the cellar?') },
        { breaksOff: 'The roof' },
        { says: 'Both are dry.' },
      )
      world.say('how is the roof?')
      await world.settle()
      world.clock.advance(600_000)
      await world.settle()
      expect(requests()[1]?.text).toContain('and the cellar?')
      const last = requests().at(-1)?.text ?? ''
      for (const text of ['how is the roof?', 'and the cellar?']) expect(last.split(text), text).toHaveLength(2)
      expect(world.web.sent.map(({ body }) => body)).toEqual(['Both are dry.'])
      expect(listTasks(world.db, { limit: 9 }).map(({ state }) => state)).toEqual(['cancelled', 'answered'])
      world.say('thanks')
      await world.settle()
      expect(world.web.sent).toHaveLength(2)
    })
  })
}
