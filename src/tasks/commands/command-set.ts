import type { JobService } from '../../domain/job-service.ts'
import { nearestWord } from '../../lib/text/text-matching.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { ModelChoices } from '../context/model-choice.ts'
import type { LiveConfig } from '../live-config.ts'
import type { Memory } from '../memory/memory.ts'
import type { LinkingDeps } from '../people/linking.ts'
import type { Approvals } from '../permissions/approvals.ts'
import type { Profiles } from '../profile/profiles.ts'
import { createProposals } from '../profile/proposals.ts'
import type { Breakers } from '../queue/breaker.ts'
import type { EmbedQuery } from '../recall/embedding.ts'
import { createSearch } from '../recall/search.ts'
import type { Overview } from '../reports/overview.ts'
import type { TaskDeps } from '../task-deps.ts'
import { createConfig, createHelp, createPair, createStart, createStatus, createWhoami } from './basic-commands.ts'
import { createBrainChoice, describeModel } from './brain-choice.ts'
import { createBrainCommand, createModel, createUsage } from './brain-commands.ts'
import { type Command, type CommandContext, mayUse, type ParsedCommand, parseCommand, type Reply } from './command.ts'
import { queueCommandRest } from './command-runner.ts'
import {
  createCompact,
  createContext,
  createContinue,
  createNew,
  createSearchCommand,
  createWhy,
} from './conversation-commands.ts'
import { createExport, type MakeExport } from './export-command.ts'
import { createLink } from './link-command.ts'
import { createForget, createMemoryCommand, createRemember } from './memory-commands.ts'
import { createModelPicker, type ModelPicker } from './model-picker.ts'
import { createLanguage, createTimezone } from './person-commands.ts'
import { createProposalsCommand } from './proposal-commands.ts'
import { createBriefings, createRemind, createSchedule } from './schedule-commands.ts'
import {
  createAllowed,
  createAnswer,
  createAside,
  createRetry,
  createSend,
  createStop,
  createTasks,
} from './task-commands.ts'
import { createVoice, type VoiceDeps } from './voice-command.ts'

export interface CommandSetDeps extends LinkingDeps {
  liveConfig: LiveConfig
  approvals: Approvals
  overview(): Overview
  brains: Brains
  breakers: Pick<Breakers, 'of' | 'close'>
  choices: Pick<ModelChoices, 'modelFor'>
  embedQuery?: EmbedQuery | undefined
  jobs: JobService
  memory: Memory
  profiles: Profiles
  makeExport: MakeExport
  voice: VoiceDeps
}

/** All chat commands. */
export interface CommandSet {
  /** In the order in which people should read them. */
  all: Command[]
  find(name: string): Command | undefined
  /** Also accepts a mistyped command: it gets a suggestion and is not given to the model. */
  parse(text: string, prefix: '/' | '!'): ParsedCommand | undefined
  /** Who answers in a chat: the provider and its model. */
  answeredBy(place: Pick<CommandContext, 'chat' | 'person'>): LocalizedText
  models: ModelPicker
  /** Call it inside the transaction that accepts the command. */
  run(command: ParsedCommand, context: CommandContext): Reply
}

export function createCommandSet(deps: CommandSetDeps): CommandSet {
  const answerers = createBrainChoice(deps)
  const { db, clock } = deps
  const hasModel = () => deps.brains.all.some(({ complete }) => complete !== undefined)
  const scheduling = { db, clock, hasModel }
  const brainCommand = createBrainCommand(deps.brains, answerers)
  const modelCommand = createModel(deps.brains, answerers)
  const others = [
    createNew(deps),
    createContinue(deps),
    createStop(deps),
    createAside(),
    createTasks(deps),
    createRetry(deps, {
      isOn: () => deps.brains.all.some(({ name }) => deps.breakers.of(name).currentObstacle() !== undefined),
      end: deps.breakers.close,
    }),
    createSend(deps),
    createAnswer('yes', deps),
    createAnswer('no', deps),
    createAnswer('always', deps),
    createAllowed(deps, () => deps.brains.all.flatMap(({ own }) => own ?? [])),
    brainCommand,
    modelCommand,
    createContext(deps, deps.liveConfig.current),
    createWhy(deps),
    createSearchCommand(
      { ...deps, isSharedHistory: () => deps.liveConfig.current().conversation.sharedHistory },
      createSearch(deps.db, deps.clock, () => deps.liveConfig.current().timezone),
    ),
    createRemember(scheduling, deps.memory),
    createMemoryCommand(deps, deps.memory),
    createForget(deps, deps.memory),
    createExport(deps, deps.makeExport),
    createProposalsCommand(createProposals(deps)),
    createSchedule(scheduling, deps.jobs),
    createRemind(scheduling, deps.jobs),
    createBriefings(deps, deps.jobs),
    createStatus(deps.overview),
    createWhoami(deps),
    createLink(deps),
    createTimezone(deps),
    createLanguage(deps),
    createVoice(deps.voice),
    createUsage(() => deps.overview().usage),
    createConfig(deps.liveConfig),
    createCompact(deps),
    createPair(deps),
    createStart(),
  ]
  return {
    ...collect(deps, [createHelp(others), ...others]),
    answeredBy(place) {
      const { brain, model } = answerers.current(place)
      return commandMessages.withModel(brain.name, describeModel(brain, model))
    },
    models: createModelPicker({ ...deps, brainChoice: answerers, brainCommand, modelCommand }),
  }
}

function collect(deps: TaskDeps, all: Command[]): Omit<CommandSet, 'answeredBy' | 'models'> {
  const find = (requestedName: string) => all.find(({ name }) => name === requestedName)
  const names = all.map(({ name }) => name)
  return {
    all,
    find,
    parse: (text, prefix) =>
      parseCommand(
        text,
        prefix,
        (word) => find(word.name) !== undefined || findSimilarCommands(word, names).length > 0,
      ),
    run({ name, args }, context) {
      const command = find(name)
      if (!command) return { text: noSuchCommand({ name, args }, all, context) }
      if (!mayUse(command, context.person)) return { text: commandMessages.ownerOnly }
      const result = command.run(args, context)
      const reply = typeof result === 'object' && 'text' in result ? result : { text: result }
      if (reply.hasMore) queueCommandRest(deps, { name, args }, context)
      return reply
    },
  }
}

function noSuchCommand(word: ParsedCommand, all: Command[], { person, prefix }: CommandContext): LocalizedText {
  const usable = all.filter((command) => mayUse(command, person)).map(({ name }) => name)
  const similar = findSimilarCommands(word, usable).map((name) => `${prefix}${name}`)
  const typed = `${prefix}${word.name}`
  return similar.length === 0 ? commandMessages.unknown(typed, prefix) : commandMessages.unknownButNear(typed, similar)
}

/** Such a short word counts as a typo only if nothing follows it: "/not so fast" is a sentence. */
const MAX_SHORT_WORD_CHARS = 3

/** The commands that an unknown word may have been meant as; empty if it is just text ("/home is full"). */
export function findSimilarCommands({ name, args }: { name: string; args: string }, commands: string[]): string[] {
  if (name.length < 2 || (name.length <= MAX_SHORT_WORD_CHARS && args !== '')) return []
  const completions = name.length >= MAX_SHORT_WORD_CHARS ? commands.filter((command) => command.startsWith(name)) : []
  if (completions.length > 0) return completions
  const near = nearestWord(name, commands, name.length <= 4 ? 1 : 2)
  return near === undefined ? [] : [near]
}
