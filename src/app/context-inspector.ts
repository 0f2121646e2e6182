import type { Config } from '../config/config.ts'
import type { ChatId } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import type { OtherSources } from '../tasks/context/history.ts'
import { createPreview, defaultBrain } from '../tasks/context/preview.ts'
import type { QuestionDeps } from '../tasks/context/question.ts'
import { type EmbedQuery, embedOrUndefined } from '../tasks/recall/embedding.ts'
import { contextButtons } from '../tasks/reports/context-report.ts'
import { contextUse, type KeptAssembly } from '../tasks/reports/context-use.ts'
import { whySentences } from '../tasks/reports/why-report.ts'
import { displaySupportOf } from './display-support.ts'

interface ContextInspectorDeps extends Pick<QuestionDeps, 'profiles'> {
  db: Database
  clock: SteadyClock
  sources: OtherSources
  config: () => Config
  owner: Person
  embedQuery: EmbedQuery | undefined
  timezone: () => string
}

/** Shows the owner what the model saw or would see, like /why and `skein context`. */
export function createContextInspector(deps: ContextInspectorDeps) {
  const { db, clock, config, owner, embedQuery, profiles, timezone } = deps
  const reader = () => ({ timezone: timezone(), now: clock.now() })
  return {
    use: (assembly: KeptAssembly) => contextUse(db, assembly),
    why: (assembly: KeptAssembly) => whySentences(db, assembly, reader()),
    buttons: (assembly: KeptAssembly) => contextButtons(db, assembly),
    async preview({ chat, text, replyTo }: { chat: ChatId; text: string; replyTo: number | undefined }) {
      const meaning = await embedOrUndefined(embedQuery, text)
      const preview = createPreview({
        db,
        config,
        person: owner,
        shows: displaySupportOf,
        profiles,
        sources: deps.sources,
        brain: defaultBrain(config()),
      })
      const assembly = { ...preview({ chat, text, from: owner.name, replyTo, meaning, at: clock.now() }), opens: true }
      return { ...assembly, why: whySentences(db, assembly, reader()) }
    },
  }
}
