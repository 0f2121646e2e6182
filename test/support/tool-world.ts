import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { createIntent } from '../../src/spawner/claude/own-tools.ts'
import type { PermissionAnswer, ToolUse, Turn } from '../../src/spawner/spawner.ts'
import { countLive } from '../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from './road-world.ts'
import { createScriptedBrain, type Script } from './scripted-brain.ts'

export const toolChat = makeChatId('web', 'a')

/** A world whose model uses tools before it answers, and says how each was judged. */
export function worldOf(
  uses: ToolUse[],
  change: (turn: Turn) => Turn = (turn) => turn,
  { network = false, ...options }: WorldOptions & { network?: boolean } = {},
): RoadWorld & { answers: PermissionAnswer[]; benches: Turn[] } {
  const answers: PermissionAnswer[] = []
  const benches: Turn[] = []
  const workspace = aWorkspace()
  const script: Script = async function* (turn, signal) {
    const bench = change({ ...turn, workspace, ownTools: turn.ownTools ?? [] })
    benches.push(bench)
    for (const intent of uses.map((use) => createIntent(use, network))) {
      const judged = world.permissions.judge(bench, intent)
      answers.push(judged.verdict === 'ask' ? await world.permissions.ask(bench, intent, signal) : judged)
    }
    if (!signal.aborted) yield { kind: 'done', text: 'done' }
  }
  const world = createRoadWorld({ ...options, brain: createScriptedBrain(script) })
  return Object.assign(world, { answers, benches })
}

/** Runs the road until the message has come to an end; a settled world would not wait for a person. */
export async function live(world: RoadWorld): Promise<void> {
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  await expect.poll(() => countLive(world.db), { interval: 5 }).toBe(0)
  stop.abort()
  await running
}

/** Until so many questions stand on the page. What ended without asking will not ask any more. */
export async function asked(world: RoadWorld, count = 1): Promise<void> {
  const questions = () => world.web.sent.filter(({ body }) => body.includes('may I')).length
  await expect.poll(() => questions() >= count || countLive(world.db) === 0).toBe(true)
  expect(questions()).toBe(count)
}

/** Somebody presses a button on the page. */
export function press(world: RoadWorld, data: string, id = 'owner') {
  const sender = { channel: 'web', id } as const
  return world.inbox.accept([{ kind: 'press', chat: toolChat, sender, data, at: world.clock.now() }])[0]
}

function aWorkspace(): string {
  const workspace = mkdtempSync(join(tmpdir(), 'skein-workspace-'))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  return workspace
}
