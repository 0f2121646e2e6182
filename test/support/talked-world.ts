import { everydayPast } from '../../bench/everyday-talk.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { ChatId } from '../../src/domain/ids.ts'
import type { Assembly, Opening } from '../../src/gateway/assembly.ts'
import { createGateway } from '../../src/gateway/gateway.ts'
import type { FastModel } from '../../src/gateway/layers/fast-model.ts'
import type { Selection } from '../../src/gateway/layers/selection.ts'
import type { Question } from '../../src/gateway/question.ts'
import { type ImportLine, importLines } from '../../src/store/messages/import-messages.ts'
import { readPerson } from '../../src/store/people/people.ts'
import { gatewaySettings } from '../../src/tasks/context/gateway-settings.ts'
import { createHistorySource } from '../../src/tasks/context/history.ts'
import { buildQuestion, unstoredMessage } from '../../src/tasks/context/question.ts'
import { createImporter } from '../../src/tasks/intake/importer.ts'
import { createRecallWorld, noon } from '../store/recall/recall-world.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

export interface TalkedWorld {
  /** A turn that opens a conversation, the morning after. */
  open(text: string): Opening
  /** A turn in a session that was opened then, and showed nothing of the past. */
  goOn(text: string): Assembly
  /** The same for what came while a turn was under way. */
  join(text: string): Assembly
  /** What a fast model is asked before a turn opens. */
  select(text: string, completer: FastModel): Promise<Selection>
  /** Said in that conversation, a minute after what was said before. */
  sayNow(text: string): void
}

/** What was said in a chat until a moment. */
export type MakePast = (chat: ChatId, until: Date) => ImportLine[]

/** A past in one chat, summed up without a model, and a gateway over it as the daemon has one; of everyday talk by default. */
export async function createTalkedWorld(lines: number | MakePast): Promise<TalkedWorld> {
  const { db, chat, lane, owner, say } = createRecallWorld()
  const config = loadConfig(undefined, { HOME: '/nonexistent' })
  const person = readPerson(db, owner.id)
  let now = noon
  const importer = createImporter({
    db,
    clock: { now: () => now, mono: () => performance.now() },
    owner: person,
    config: () => config,
    scrub: (text) => text,
  })
  const said = typeof lines === 'number' ? everydayPast(chat, lines, noon) : lines(chat, noon)
  const past = said.map((line) => JSON.stringify({ ...line, isOwners: undefined }))
  await importLines(streamOf(past), { write: importer.write, signal: new AbortController().signal })
  while (importer.settle());
  const opened = new Date(noon.getTime() + HOUR)
  now = opened
  const gateway = createGateway(
    createHistorySource(db, () => config),
    () => gatewaySettings(config, { hasTools: true }),
  )
  const questionOf = (text: string): Question => {
    const message = unstoredMessage({ chat, lane, name: 'Ana', at: now, text, trust: 'owner', origin: 'chat' })
    const asked = buildQuestion({ db, config: () => config }, { person, messages: [message], chat, lane, now })
    return { ...asked, fence: 'f00dcafe', factor: 1 }
  }
  const shown = { openedAt: opened, ids: new Set<number>(), newMessages: [] }
  return {
    open: (text) => gateway.open(questionOf(text)),
    goOn: (text) => gateway.continueEpoch(questionOf(text), shown),
    join: (text) => gateway.join(questionOf(text), shown),
    async select(text, completer) {
      const triage = gateway.triage(questionOf(text), completer)
      return 'ask' in triage ? await triage.ask(new AbortController().signal) : triage
    },
    sayNow(text) {
      say((now.getTime() - noon.getTime()) / MINUTE, text)
      now = new Date(now.getTime() + MINUTE)
    },
  }
}

async function* streamOf(lines: string[]): AsyncGenerator<string[]> {
  yield lines
}
