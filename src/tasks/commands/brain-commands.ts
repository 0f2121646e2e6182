import { commandHelp } from '../../messages/command-help.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { type Brains, isRole, modelRoles, parseModel, splitEffort, usualRole } from '../../spawner/brains.ts'
import { describeUsage, type UsageReport } from '../reports/usage-report.ts'
import { type BrainChoice, createChoiceCommand, describeChoice, describeModel, didYouMean } from './brain-choice.ts'
import type { Command, CommandContext } from './command.ts'

/** /brain shows and changes which brain answers in a chat. */
export function createBrainCommand(brains: Pick<Brains, 'named' | 'all' | 'usual'>, brainChoice: BrainChoice): Command {
  function describeCurrent(context: CommandContext): LocalizedText {
    const { brain, model, chosen } = brainChoice.current(context)
    const isChosen = brains.named(chosen.brain ?? '') === brain
    const sentence = isChosen ? commandMessages.modelChosenHere : commandMessages.modelHere
    const isGone = chosen.brain !== null && !brains.named(chosen.brain)
    const goneNote = isGone ? [commandMessages.providerGone(chosen.brain ?? '')] : []
    const answerLine = joinTexts([sentence(brain.name, describeModel(brain, model)), ...goneNote], ' ')
    return joinTexts([answerLine, brainChoice.list(context), commandMessages.providerHint(context.prefix)], '\n\n')
  }

  return {
    name: 'brain',
    usage: commandHelp.usages.brain,
    summary: commandHelp.summaries.brain,
    run: createChoiceCommand(brainChoice, {
      describe: describeCurrent,
      reset: { brain: null },
      describeReset: (context) => commandMessages.providerReset(brainChoice.current(context).brain.name),
      choose(args, context) {
        const name = args.toLowerCase()
        const brain = brains.named(name)
        if (!brain) {
          const near = didYouMean(
            name,
            brains.all.map((candidate) => candidate.name),
          )
          const sentences = [
            commandMessages.noSuchProvider(args),
            near ?? [],
            commandMessages.available(brainChoice.list(context)),
          ]
          return joinTexts(sentences.flat(), ' ')
        }
        brainChoice.choose(context, { brain: brain.name })
        // Checking whether it can answer may need a server, and the commit that accepts the command must not wait for that.
        const goesOn = brain.probe !== undefined
        return { text: describeChoice(brainChoice, `**${brain.name}**`, brain, context), hasMore: goesOn }
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

/** /model shows and changes which model the brain of a chat uses, and how much it thinks. */
export function createModel(brains: Pick<Brains, 'named' | 'all'>, brainChoice: BrainChoice): Command {
  function describeCurrent(context: CommandContext): LocalizedText {
    const { brain, model, chosen } = brainChoice.current(context)
    const sentence = chosen.model === model ? commandMessages.modelChosenHere : commandMessages.modelHere
    return joinTexts([sentence(brain.name, describeModel(brain, model)), list(context)], '\n\n')
  }

  function list(context: CommandContext): LocalizedText {
    const { brain } = brainChoice.current(context)
    const roles = modelRoles.map((role) => joinTexts(['- ', describeModel(brain, role)], ''))
    const hint = context.person.role === 'owner' ? commandMessages.modelHintForOwner : commandMessages.modelHint
    const effortHint = brain.hasEffort ? [commandMessages.effortHint(context.prefix)] : []
    return joinTexts([joinTexts(roles, '\n'), joinTexts([hint(context.prefix), ...effortHint], ' ')], '\n\n')
  }

  return {
    name: 'model',
    usage: commandHelp.usages.model,
    summary: commandHelp.summaries.model,
    run: createChoiceCommand(brainChoice, {
      describe: describeCurrent,
      reset: { model: null },
      describeReset(context) {
        const { brain, model } = brainChoice.current(context)
        return commandMessages.modelReset(brain.name, describeModel(brain, model))
      },
      choose(args, context) {
        const { model: name, effort } = splitEffort(args)
        if (/\s/.test(name) || name.length > MAX_MODEL_NAME_CHARS) return commandMessages.modelIsOneWord
        const current = brainChoice.current(context)
        const named = parseModel(brains, name)
        const brain = brains.named(named.brain ?? '') ?? current.brain
        const withEffort = (chosen: string) => (effort === undefined ? chosen : `${chosen} ${effort}`)
        if (effort !== undefined && !brain.hasEffort) return commandMessages.noEffort(brain.name)
        if (name === '') brainChoice.choose(context, { model: withEffort(splitEffort(current.model).model) })
        else if (named.model !== undefined && !isRole(named.model)) {
          // A name with its brain in front is taken as it is.
          const near = named.brain === undefined ? didYouMean(name, selectableNames(brains)) : undefined
          if (near) {
            const problem = joinTexts([commandMessages.noSuchModel(name), near], ' ')
            return joinTexts([problem, list(context)], '\n\n')
          }
          if (context.person.role !== 'owner')
            return joinTexts([commandMessages.modelNameByOwner, commandMessages.available(list(context))], ' ')
          if (!brain.modelFor) return commandMessages.noModels(brain.name)
          brainChoice.choose(context, { brain: brain.name, model: withEffort(named.model) })
        } else {
          const model = named.model ?? (effort === undefined ? null : usualRole)
          brainChoice.choose(context, {
            model: model && withEffort(model),
            ...(named.brain && { brain: named.brain }),
          })
        }
        const { model } = brainChoice.current(context)
        return describeChoice(
          brainChoice,
          commandMessages.withModel(brain.name, describeModel(brain, model)),
          brain,
          context,
        )
      },
    }),
  }
}

function selectableNames(brains: Pick<Brains, 'all'>): string[] {
  return ['default', ...modelRoles, ...brains.all.map(({ name }) => name)]
}

export function createUsage(usage: () => UsageReport): Command {
  return {
    name: 'usage',
    summary: commandHelp.summaries.usage,
    ownerOnly: true,
    run: () => describeUsage(usage()),
  }
}
