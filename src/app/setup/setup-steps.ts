import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import type { ConfigPlaceOptions } from '../../config/config-place.ts'
import { UsageError } from '../../domain/errors.ts'
import { isZone } from '../../lib/time/zone.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Connection } from '../../web/page/wire/settings-wire.ts'
import { type AnswerStep, connectionsOfStep, type SetupStepState } from '../../web/page/wire/setup-wire.ts'
import { withSettings } from '../connect/settings-file.ts'
import { setupMessages } from './setup-messages.ts'

/** Where the answers are saved. */
export interface SetupPlace extends ConfigPlaceOptions {
  env: NodeJS.ProcessEnv
}

export interface SetupFacts {
  config: Config
  connections: readonly Connection[]
  /** The program was started by systemd. */
  isService: boolean
}

/** What is set up and what is not, in the order of the steps. */
export function readSetupSteps({ config, connections, isService }: SetupFacts): SetupStepState[] {
  const { brain, owner, timezone, named, overrides, briefings } = config
  const connected = (names: readonly Connection['name'][]) =>
    connections.filter(({ name, isSet }) => isSet && names.includes(name)).map(({ name }) => name)
  const brains = connected(connectionsOfStep.brain)
  const channels = connected(connectionsOfStep.channel)
  return [
    { step: 'brain', isDone: brain.default !== 'demo' && brains.length > 0, value: brains.join(', ') },
    { step: 'channel', isDone: channels.length > 0, value: channels.join(', ') },
    { step: 'name', isDone: owner.name !== undefined, value: owner.name ?? '' },
    { step: 'timezone', isDone: named.has('timezone') || overrides.has('timezone'), value: timezone },
    { step: 'briefing', isDone: briefings.length > 0, value: briefings.map(({ name }) => name).join(', ') },
    { step: 'service', isDone: isService, value: '' },
  ]
}

/** Saves the answer to a step in the configuration. Throws a UsageError for an answer that cannot be used. */
export function saveAnswer(step: AnswerStep, answer: string, place: SetupPlace): AnyText {
  const saved = readConfigText(place, place.env)
  const { edited, says } = edits[step](answer.trim(), saved.file, saved.text)
  draftConfig(saved, edited).commit()
  return says
}

/** Makes this the model that answers unless a chat uses another. */
export function saveDefaultBrain(name: string, place: SetupPlace): void {
  const saved = readConfigText(place, place.env)
  draftConfig(saved, withSettings(saved.file, saved.text, ['brain'], { default: name })).commit()
}

interface Edit {
  edited: string
  says: AnyText
}

const edits: Record<AnswerStep, (answer: string, file: string, text: string) => Edit> = {
  name: (answer, file, text) => ({
    edited: withSettings(file, text, ['owner'], { name: validName(answer) }),
    says: setupMessages.nameSaved(answer),
  }),
  timezone: (answer, file, text) => ({
    edited: withSettings(file, text, [], { timezone: validZone(answer) }),
    says: setupMessages.timezoneSaved(answer),
  }),
  briefing(answer, file, text) {
    const { hour, minute } = validTime(answer)
    const gap = text === '' || text.endsWith('\n') ? '' : '\n'
    return { edited: `${text}${gap}${firstBriefing(hour, minute)}`, says: setupMessages.briefingSaved(answer) }
  },
}

/** The schema has the same limit and would reject the whole file. */
const MAX_NAME_CHARS = 60
/** Line breaks, controls and marks that turn text around. The name is part of every prompt. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

export function validName(answer: string): string {
  if (answer === '' || answer.length > MAX_NAME_CHARS) throw new UsageError(setupMessages.nameLength(MAX_NAME_CHARS))
  if (hidden.test(answer)) throw new UsageError(setupMessages.nameHidden)
  return answer
}

export function validZone(answer: string): string {
  if (isZone(answer)) return answer
  throw new UsageError(setupMessages.noSuchZone(answer))
}

export function validTime(answer: string): { hour: number; minute: number } {
  const [hours = '', minutes = '00', ...rest] = answer.split(':')
  const [hour, minute] = [hours, minutes].map((digits) => (/^\d{1,2}$/.test(digits) ? Number(digits) : Number.NaN))
  if (hour === undefined || minute === undefined || rest.length > 0 || !(hour < 24 && minute < 60))
    throw new UsageError(setupMessages.notTime(answer))
  return { hour, minute }
}

/** A briefing from what Skein itself knows. Feeds and calendars can be added later. */
function firstBriefing(hour: number, minute: number): string {
  const blocks = ['reminders', 'questions', 'conversations'].map(
    (source) => `[[briefings.blocks]]\nsource = "${source}"`,
  )
  return `\n[[briefings]]\nname = "daily"\ncron = "${minute} ${hour} * * *"\n${blocks.join('\n')}\n`
}
