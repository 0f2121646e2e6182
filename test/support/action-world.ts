import { Readable } from 'node:stream'
import type { NamedFile } from '../../src/domain/file.ts'
import type { ChatId } from '../../src/domain/ids.ts'
import { nativeToolRights } from '../../src/spawner/native/tools/own-tools.ts'
import type { ToolAction, Turn } from '../../src/spawner/spawner.ts'
import { storeFile } from '../../src/store/files/files.ts'
import { countLive } from '../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from './road-world.ts'
import { createScriptedBrain } from './scripted-brain.ts'

/** One thing that a model does: with a tool of the daemon, or with one of the brain's own. */
export type Doing =
  | { tool: string; input: Record<string, unknown> }
  | { own: string; action(turn: Turn): ToolAction; input?: Record<string, unknown> }

export interface DeedWorld extends RoadWorld {
  /** What the model does in its next turns in a chat, one list for each; then it answers. */
  script(chat: ChatId, ...turns: Doing[][]): void
  /** What came of each, in order, by chat: `done` or the reason why not. */
  came: Map<ChatId, string[]>
  /** The questions that were put, by chat. */
  questions(chat: ChatId): string[]
  put(name: string, content: string): Promise<NamedFile>
  /** Runs until everything is answered; whoever is asked says this. */
  live(says?: 'yes' | 'no'): Promise<void>
}

const names = ['read_file', 'list_files', 'write_file', 'edit_file', 'run_command', 'fetch_page']

/** The whole road with a model in the test's hands that uses real tools and real leave. */
export function createDeedWorld(options: Pick<WorldOptions, 'config'> = {}): DeedWorld {
  const plans = new Map<ChatId, Doing[][]>()
  const came: DeedWorld['came'] = new Map()
  const brain = createScriptedBrain(async function* (turn, signal) {
    const results = came.get(turn.chat) ?? []
    came.set(turn.chat, results)
    for (const doing of plans.get(turn.chat)?.shift() ?? []) results.push(await run(turn, doing, signal))
    if (!signal.aborted) yield { kind: 'done', text: 'done' }
  })
  const allow = ['write_file', 'edit_file', 'fetch_page', 'notes__find']
  const own = nativeToolRights({ tools: names, allow: { owner: allow, member: [] }, servers: ['notes'] })
  const world = createRoadWorld({ ...options, brain: { ...brain, hasSessions: true, hasTools: true, own } })

  async function run(turn: Turn, doing: Doing, signal: AbortSignal): Promise<string> {
    if ('tool' in doing) {
      const { text, failed } = await world.toolset.toolsFor(turn).call(doing.tool, doing.input)
      return failed ? text : 'done'
    }
    const intent = { name: doing.own, input: doing.input ?? {}, action: doing.action(turn) }
    const judged = world.permissions.judge(turn, intent)
    const answer = judged.verdict === 'ask' ? await world.permissions.ask(turn, intent, signal) : judged
    return answer.verdict === 'allow' ? 'done' : answer.why
  }

  const sent = () => [...world.web.sent, ...world.telegram.sent]
  const isQuestion = ({ body }: { body: string }) => body.includes('may I')

  return Object.assign(world, {
    came,
    script: (chat: ChatId, ...turns: Doing[][]) => void plans.set(chat, turns),
    questions: (chat: ChatId) =>
      sent()
        .filter((line) => line.route.chat === chat && isQuestion(line))
        .map(({ body }) => body),
    async put(name: string, content: string) {
      const bytes = Buffer.from(content, 'latin1')
      const stored = await storeFile(world.db, world.files.fileStore, Readable.from([bytes]), world.clock.steady)
      if ('tooLarge' in stored) throw new Error('the file was not stored')
      return { hash: stored.hash, name }
    },
    async live(says: 'yes' | 'no' = 'yes') {
      const stop = new AbortController()
      const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
      const answered = new Set<string>()
      while (countLive(world.db) > 0) {
        const open = sent().flatMap(({ route: { chat }, buttons }) =>
          buttons.filter(({ data }) => data.startsWith(`${says} `)).map(({ data }) => ({ chat, data })),
        )
        for (const { chat, data } of open.filter((one) => !answered.has(one.data))) {
          answered.add(data)
          const sender = chat.startsWith('web:')
            ? ({ channel: 'web', id: 'owner' } as const)
            : ({ channel: 'telegram', id: '1' } as const)
          world.inbox.accept([{ kind: 'press', chat, sender, data, at: world.clock.now() }])
        }
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      stop.abort()
      await running
      await world.settle()
    },
  })
}
