import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCli } from '../../src/cli/program.ts'
import type { ErasureState } from '../../src/domain/erasure.ts'
import { openControl } from '../web/control/open-control.ts'
import { chatOf, createWorld } from '../web/world.ts'

/** Erases a chat through a daemon whose erasure stops in this state. */
async function eraseUntil(state: ErasureState): Promise<{ code: number; said: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-erase-'))
  const world = createWorld({ dir })
  const counts = { messages: 1, answers: 0, chats: 1, files: 0, summaries: 0, tasks: 0, jobs: 0, facts: 0 }
  const chat = chatOf('house')
  world.say(chat, 'The key is here.')
  const startedAt = world.clock.now()
  const erasing = {
    preview: () => counts,
    erase: () => 7,
    read: (id: number) => ({ id, scope: { chat }, state, counts, startedAt, isStopped: state !== 'done' }),
  }
  const control = await openControl(world, dir, { erasing })
  const said: string[] = []
  const keep = (text: unknown) => said.push(String(text)) > 0
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(keep),
    vi.spyOn(console, 'error').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ]
  onTestFinished(async () => {
    for (const spy of spies) spy.mockRestore()
    await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const args = ['node', 'skein', '--data', dir, 'erase', '--chat', chat, '--yes']
  return { code: await runCli(args, { HOME: dir, TZ: 'UTC' }), said: said.join('\n') }
}

test.each([
  ['done', 0, 'Erased 1 message, 1 whole chat.'],
  ['rewriting', 75, 'Free some space'],
  ['hiding', 75, 'The log says why'],
] as const)('through a daemon, an erasure that ends as %s exits with %i', async (state, code, sentence) => {
  expect(await eraseUntil(state)).toEqual({ code, said: expect.stringContaining(sentence) })
})
