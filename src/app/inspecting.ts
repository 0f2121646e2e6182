import type { Config } from '../config/config.ts'
import type { ChatId } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { createPreview, usualBrain } from '../tasks/context/preview.ts'
import { meaningOf, type Understand } from '../tasks/recall/understand.ts'
import { contextUse, type KeptAssembly } from '../tasks/reports/context-use.ts'
import { otherwiseOf } from '../tasks/reports/otherwise.ts'
import { whySentences } from '../tasks/reports/why-words.ts'
import { displaySupportOf } from './display-support.ts'

export interface InspectingDeps {
  db: Database
  clock: SteadyClock
  config: () => Config
  owner: Person
  understand: Understand | undefined
  timezone: () => string
}

/** What the model saw and would see, for the owner: as /why and `skein context` tell it. */
export function createInspecting({ db, clock, config, owner, understand, timezone }: InspectingDeps) {
  const reader = () => ({ timezone: timezone(), now: clock.now() })
  return {
    use: (seen: KeptAssembly) => contextUse(db, seen),
    why: (seen: KeptAssembly) => whySentences(db, seen, reader()),
    otherwise: (seen: KeptAssembly) => otherwiseOf(db, seen),
    async preview({ chat, text, replyTo }: { chat: ChatId; text: string; replyTo: number | undefined }) {
      const meaning = await meaningOf(understand, text)
      const preview = createPreview({ db, config, person: owner, shows: displaySupportOf, brain: usualBrain(config()) })
      const seen = { ...preview({ chat, text, from: owner.name, replyTo, meaning, at: clock.now() }), opens: true }
      return { ...seen, why: whySentences(db, seen, reader()) }
    },
  }
}
