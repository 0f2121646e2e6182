import { commandMessages } from '../../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../../messages/localized.ts'
import { type Brains, isRole, modelRoles, parseModel } from '../../../spawner/brains.ts'
import type { Command, CommandContext } from '../command.ts'
import { type Answerers, didYouMean, modelWords } from './answerers.ts'
import { createChoosing, wasChosen } from './choosing.ts'

const MOST_CHARS = 200

/** Which of its models whoever answers in a chat answers with. */
export function createModel(brains: Pick<Brains, 'named' | 'all'>, answerers: Answerers): Command {
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
    run: createChoosing(answerers, {
      shown,
      none: { model: null },
      again(context) {
        const { brain, model } = answerers.here(context)
        return commandMessages.modelReset(brain.name, modelWords(brain, model))
      },
      choose(args, context) {
        if (/\s/.test(args) || args.length > MOST_CHARS) return commandMessages.modelIsOneWord
        const named = parseModel(brains, args)
        const brain = brains.named(named.brain ?? '') ?? answerers.here(context).brain
        if (named.model !== undefined && !isRole(named.model)) {
          // Written with its brain before it, a name is taken as it is.
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
        return wasChosen(answerers, commandMessages.withModel(brain.name, modelWords(brain, model)), brain, context)
      },
    }),
  }
}

function choosable(brains: Pick<Brains, 'all'>): string[] {
  return ['default', ...modelRoles, ...brains.all.map(({ name }) => name)]
}
