import { commandMessages } from '../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { type Brains, isRole, modelRoles, parseModel } from '../../spawner/brains.ts'
import { describeUsage, type UsageReport } from '../reports/usage-report.ts'
import { type BrainChoice, createChoiceCommand, describeChoice, didYouMean, modelWords } from './brain-choice.ts'
import type { Command, CommandContext } from './command.ts'

/** /brain shows and changes which brain answers in a chat. */
export function createBrainCommand(brains: Pick<Brains, 'named' | 'all' | 'usual'>, answerers: BrainChoice): Command {
  function shown(context: CommandContext): LocalizedText {
    const { brain, model, chosen } = answerers.here(context)
    const isChosen = brains.named(chosen.brain ?? '') === brain
    const here = isChosen ? commandMessages.modelChosenHere : commandMessages.modelHere
    const isGone = chosen.brain !== null && !brains.named(chosen.brain)
    const gone = isGone ? [commandMessages.providerGone(chosen.brain ?? '')] : []
    const answers = joinTexts([here(brain.name, modelWords(brain, model)), ...gone], ' ')
    return joinTexts([answers, answerers.list(context), commandMessages.providerHint(context.prefix)], '\n\n')
  }

  return {
    name: 'brain',
    usage: commandMessages.usages.brain,
    summary: commandMessages.summaries.brain,
    run: createChoiceCommand(answerers, {
      shown,
      none: { brain: null },
      again: (context) => commandMessages.providerReset(answerers.here(context).brain.name),
      choose(args, context) {
        const name = args.toLowerCase()
        const brain = brains.named(name)
        if (!brain) {
          const near = didYouMean(
            name,
            brains.all.map((one) => one.name),
          )
          const said = [
            commandMessages.noSuchProvider(args),
            near ?? [],
            commandMessages.available(answerers.list(context)),
          ]
          return joinTexts(said.flat(), ' ')
        }
        answerers.choose(context, { brain: brain.name })
        // Checking whether it can answer may need a server, and the commit that accepts the command must not wait for that.
        const goesOn = brain.probe !== undefined
        return { text: describeChoice(answerers, `**${brain.name}**`, brain, context), goesOn }
      },
    }),
    async later(args, _context, signal) {
      const brain = brains.named(args.toLowerCase())
      const problem = await brain?.probe?.(signal)
      return problem === undefined ? undefined : commandMessages.providerFailsProbe(brain?.name ?? '', problem)
    },
  }
}

const MAX_MODEL_NAME_CHARS = 200

/** /model shows and changes which model the brain of a chat uses. */
export function createModel(brains: Pick<Brains, 'named' | 'all'>, answerers: BrainChoice): Command {
  function shown(context: CommandContext): LocalizedText {
    const { brain, model, chosen } = answerers.here(context)
    const here = chosen.model === model ? commandMessages.modelChosenHere : commandMessages.modelHere
    return joinTexts([here(brain.name, modelWords(brain, model)), list(context)], '\n\n')
  }

  function list(context: CommandContext): LocalizedText {
    const { brain } = answerers.here(context)
    const roles = modelRoles.map((role) => joinTexts(['- ', modelWords(brain, role)], ''))
    const hint = context.person.role === 'owner' ? commandMessages.modelHintForOwner : commandMessages.modelHint
    return joinTexts([joinTexts(roles, '\n'), hint(context.prefix)], '\n\n')
  }

  return {
    name: 'model',
    usage: commandMessages.usages.model,
    summary: commandMessages.summaries.model,
    run: createChoiceCommand(answerers, {
      shown,
      none: { model: null },
      again(context) {
        const { brain, model } = answerers.here(context)
        return commandMessages.modelReset(brain.name, modelWords(brain, model))
      },
      choose(args, context) {
        if (/\s/.test(args) || args.length > MAX_MODEL_NAME_CHARS) return commandMessages.modelIsOneWord
        const named = parseModel(brains, args)
        const brain = brains.named(named.brain ?? '') ?? answerers.here(context).brain
        if (named.model !== undefined && !isRole(named.model)) {
          // A name with its brain in front is taken as it is.
          const near = named.brain === undefined ? didYouMean(args, choosable(brains)) : undefined
          if (near) {
            const none = joinTexts([commandMessages.noSuchModel(args), near], ' ')
            return joinTexts([none, list(context)], '\n\n')
          }
          if (context.person.role !== 'owner')
            return joinTexts([commandMessages.modelNameByOwner, commandMessages.available(list(context))], ' ')
          if (!brain.modelFor) return commandMessages.noModels(brain.name)
          answerers.choose(context, { brain: brain.name, model: named.model })
        } else answerers.choose(context, { model: named.model ?? null, ...(named.brain && { brain: named.brain }) })
        const { model } = answerers.here(context)
        return describeChoice(
          answerers,
          commandMessages.withModel(brain.name, modelWords(brain, model)),
          brain,
          context,
        )
      },
    }),
  }
}

function choosable(brains: Pick<Brains, 'all'>): string[] {
  return ['default', ...modelRoles, ...brains.all.map(({ name }) => name)]
}

export function createUsage(usage: () => UsageReport): Command {
  return {
    name: 'usage',
    summary: commandMessages.summaries.usage,
    ownerOnly: true,
    run: () => describeUsage(usage()),
  }
}
