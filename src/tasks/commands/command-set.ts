import type { JobService } from '../../domain/job-service.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Choices } from '../context/choices.ts'
import type { Approvals } from '../permissions/approvals.ts'
import type { Breakers } from '../queue/breaker.ts'
import { createSearch } from '../recall/search.ts'
import type { Understand } from '../recall/understand.ts'
import type { Overview } from '../reports/overview.ts'
import type { Road } from '../road.ts'
import type { StopDeps } from '../run/stop.ts'
import type { LiveConfig } from '../settings/live-config.ts'
import { createAnswerers } from './brain/answerers.ts'
import { createBrainCommand } from './brain/brain.ts'
import { createModel } from './brain/model.ts'
import { createUsage } from './brain/usage.ts'
import { type Command, type CommandContext, mayUse, type ParsedCommand, parseCommand, type Reply } from './command.ts'
import { createConfig } from './config.ts'
import { createCompact } from './conversation/compact.ts'
import { createContext } from './conversation/context.ts'
import { createContinue } from './conversation/continue.ts'
import { createNew } from './conversation/new.ts'
import { createSearchCommand } from './conversation/search.ts'
import { createWhy } from './conversation/why.ts'
import { createHelp } from './help.ts'
import { createBriefings } from './jobs/briefings.ts'
import { planRest } from './jobs/later.ts'
import { createRemind, createSchedule } from './jobs/schedule.ts'
import { createPair } from './pair.ts'
import { meantBy } from './slips.ts'
import { createStart } from './start.ts'
import { createStatus } from './status.ts'
import { createWhoami } from './whoami.ts'
import { createAllowed } from './work/allowed.ts'
import { createAnswer } from './work/answer.ts'
import { createRetry } from './work/retry.ts'
import { createSend } from './work/send.ts'
import { createStop } from './work/stop.ts'

export interface CommandSetDeps extends StopDeps {
  liveConfig: LiveConfig
  approvals: Approvals
  overview(): Overview
  brains: Brains
  breakers: Pick<Breakers, 'of' | 'close'>
  choices: Pick<Choices, 'modelFor'>
  understand?: Understand | undefined
  jobs: JobService
}

/** Every command there is in chat: each is known by what its own file says of it. */
export interface CommandSet {
  /** In the order in which people should read them. */
  all: Command[]
  find(name: string): Command | undefined
  /** Also a word that is nearly one: it is answered, and the model never hears it. */
  parse(text: string, prefix: '/' | '!'): ParsedCommand | undefined
  /** Inside the commit that takes the command in. */
  run(command: ParsedCommand, context: CommandContext): Reply
}

export function createCommandSet(deps: CommandSetDeps): CommandSet {
  const answerers = createAnswerers(deps)
  const { db, clock } = deps
  const hasModel = () => deps.brains.all.some(({ complete }) => complete !== undefined)
  const scheduling = { db, clock, hasModel }
  const others = [
    createNew(deps),
    createContinue(deps),
    createStop(deps),
    createRetry(deps, {
      isOn: () => deps.brains.all.some(({ name }) => deps.breakers.of(name).standing() !== undefined),
      end: deps.breakers.close,
    }),
    createSend(deps),
    createAnswer('yes', deps),
    createAnswer('no', deps),
    createAnswer('always', deps),
    createAllowed(deps, () => deps.brains.all.flatMap(({ own }) => own ?? [])),
    createBrainCommand(deps.brains, answerers),
    createModel(deps.brains, answerers),
    createContext(deps, deps.liveConfig.current),
    createWhy(deps),
    createSearchCommand(
      deps,
      createSearch(deps.db, deps.clock, () => deps.liveConfig.current().timezone),
    ),
    createSchedule(scheduling, deps.jobs),
    createRemind(scheduling, deps.jobs),
    createBriefings(deps, deps.jobs),
    createStatus(deps.overview),
    createWhoami(),
    createUsage(() => deps.overview().usage),
    createConfig(deps.liveConfig),
    createCompact(deps),
    createPair(deps),
    createStart(),
  ]
  return collect(deps, [createHelp(others), ...others])
}

function collect(road: Road, all: Command[]): CommandSet {
  const find = (wanted: string) => all.find(({ name }) => name === wanted)
  const names = all.map(({ name }) => name)
  return {
    all,
    find,
    parse: (text, prefix) =>
      parseCommand(text, prefix, (word) => find(word.name) !== undefined || meantBy(word, names).length > 0),
    run({ name, args }, context) {
      const command = find(name)
      if (!command) return { text: noSuchCommand({ name, args }, all, context) }
      if (!mayUse(command, context.person)) return { text: commandMessages.ownerOnly }
      const said = command.run(args, context)
      const reply = typeof said === 'object' && 'text' in said ? said : { text: said }
      if (reply.goesOn) planRest(road, { name, args }, context)
      return reply
    },
  }
}

function noSuchCommand(word: ParsedCommand, all: Command[], { person, prefix }: CommandContext): LocalizedText {
  const theirs = all.filter((command) => mayUse(command, person)).map(({ name }) => name)
  const meant = meantBy(word, theirs).map((name) => `${prefix}${name}`)
  const written = `${prefix}${word.name}`
  return meant.length === 0 ? commandMessages.unknown(written, prefix) : commandMessages.unknownButNear(written, meant)
}
